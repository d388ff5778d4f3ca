"""News of a game, posted to other sites.

Receivers are Discord, Slack, Mattermost, a topic of a Discourse forum, or a program that reads
signed JSON. `delivery` finds the news for each webhook and posts it with retries, `content` puts a
piece of news into words, and a module of `formats` writes it for its receiver. `subscriptions` adds
webhooks, tests them and switches them off.
"""
