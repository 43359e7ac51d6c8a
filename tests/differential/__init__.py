"""The standing defence: random cases on which gfkit's own words are compared with what can be listed.

``rules`` makes rules, ``families`` puts them on families and compares series, counts and listings,
``plain`` lists by itself, ``shrink`` makes a find small, ``kinds`` names everything that can be run,
``running`` runs it for a time, ``found`` reads what was found before. ``make differential`` starts it.
"""
