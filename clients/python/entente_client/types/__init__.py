"""Answers of the API as dictionaries: names and types of their fields, in a module per subject.

They follow `/api/v1/openapi.json`; a test of Entente compares both. Moments are texts such as
`2027-03-01T18:00:00Z`.
"""
