"""Profiles: what people say of themselves, who sees it, and reports of it."""
