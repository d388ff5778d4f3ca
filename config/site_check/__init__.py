"""`./run check`: one page on the state of a site, for its operator.

Each module has functions that yield findings: what is well, what is worth a note, and what is a
problem with what to do. `report` runs them; one that fails is a finding itself.
"""
