"""Differential tests: random cases on which gfkit is compared with independent listing.

``rules`` makes rules, ``families`` puts them on families and compares series, counts and listings, ``plain``
lists configurations, ``shrink`` reduces failures, ``kinds`` names every kind of case, ``running`` runs cases
for a given time. ``commands`` draws command lines, whose truth are the ``pictures`` of every
structure and the meanings in ``words``. ``families_by_definition`` and ``clauses_by_definition`` define
boards and sentences a second time. ``make differential`` starts it, and ``faults`` plants faults.
"""
