"""What people are told in their browsers, by web push, while no page of the site is open.

`browsers` keeps who is told where, `choices` of what, `content` says what a notice has to say,
`sealing` and `vapid` make a request of it that the service of the browser's maker passes on and
cannot read, and `sending` sends it with retries. `switch` says whether there is any of this: it
needs a key (`keys`) and a library. Only `request`, `sealing` and `vapid` import that library, and
only who has asked the switch imports those.
"""
