"""Presentation of results: labelled rows (cards), drawings, reports, and their forms in notebooks."""
