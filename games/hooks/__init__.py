"""News of a game that goes elsewhere by itself: to Discord, Slack, Mattermost, a topic of a
Discourse forum, or a program that reads signed JSON.

`planning` finds what is news for a hook, `posting` sends it with retries, `pieces` says what it is,
a module of `formats` writes it for its receiver, `calling` makes one request, and `guarding` says
to which addresses. `keeping` adds hooks, tries them and switches them off.
"""
