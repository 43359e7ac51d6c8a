"""Differential tests: random cases on which gfkit is compared with independent listing.

``rules`` makes rules, ``families`` puts them on families and compares series, counts and listings, ``plain``
lists configurations, ``shrink`` reduces failures, ``kinds`` names every kind of case, ``running`` runs cases
for a given time, ``found`` reads earlier failures. ``make differential`` starts it.
"""
