"""Sign-in with accounts elsewhere: Discord, Google and OpenID Connect, as far as they are set up.

An account is found by the number that the provider gives to a person, never by an address.
"""
