"""Movement phases: which moves succeed, which units are dislodged, and the reasons for it.

`resolve` carries out a phase. The decisions are made by `at_once` where they are simple, by
`battle` where strengths must be compared, and by `cycles` where they depend on one another;
`land_or_sea` says which armies go by convoy. `reasons` and `support_reasons` explain the results
from what `review` finds in the decided phase.
"""
