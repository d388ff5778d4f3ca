"""Commands of `run` for what the site is built from: images, locks and their known advisories.

They are for developers and operators; the running site imports none of them.
"""
