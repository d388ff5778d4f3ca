"""The rules: chapters, lasting addresses of rules, and boards. Open to strangers."""
