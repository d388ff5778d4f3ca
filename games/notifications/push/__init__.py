"""Notifications by web push, which browsers show while no page of the site is open.

`browsers` keeps the subscriptions of people, `content` is what a browser shows, `encryption` and
`vapid` make the request that the push service passes on and cannot read, and `delivery` sends it.
`keys.is_on` is whether push is switched on: it needs a key and optional libraries. Only
`encryption` and `vapid` import those, so import these two only after asking `keys.is_on`.
"""
