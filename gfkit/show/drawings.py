"""Drawings of ``gfkit draw --as``, without the functions that draw them."""

DRAWINGS = {
    "rule": ("", ""),
    "board": ("", ""),
    "configuration": ("board", "gfkit.show.picture:picture_of_configuration"),
    "list": ("board", "gfkit.show.picture:picture_of_list"),
    "optimum": ("board", "gfkit.show.picture:picture_of_optimum"),
    "thermograph": ("board", "gfkit.show.picture:picture_of_thermograph"),
    "tree": ("board", "gfkit.show.picture:picture_of_tree"),
    "machine": ("family", "gfkit.show.picture:picture_of_machine"),
    "roots": ("family", "gfkit.show.picture:picture_of_roots"),
    "ratios": ("family", "gfkit.show.picture:picture_of_ratios"),
    "terms": ("family", "gfkit.show.picture:picture_of_terms"),
}
"""Drawings of ``gfkit draw --as``: whether each needs a board or a family, and the function that draws it.

Rules and boards are drawn by separate functions.
"""
DRAWN_AS = {
    **{kind: kind for kind in DRAWINGS},
    "automaton": "machine",
    "family": "board",
    "structure": "rule",
}
"""Kind of drawing that each word denotes as the first argument of ``gfkit draw``."""
