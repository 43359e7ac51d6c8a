"""Commands of gfkit in the groups and order of the help, and words that users may write for them."""

VERB_GROUPS = {
    "Count": {
        "games": "",
        "count": "",
        "derive": "",
        "optimum": "",
        "constant": "constants",
        "sample": "",
        "probability": "",
        "polynomial": "",
    },
    "Guess and prove": {
        "guess": "guessing",
        "identify": "atlas",
        "verify": "claims",
        "compare": "",
        "twins": "",
        "certify": "",
        "catalog": "catalog",
    },
    "Play": {
        "value": "play",
        "outcomes": "play",
        "nim": "play",
        "game": "play",
        "equilibrium": "play",
    },
    "Publish": {"report": "show", "draw": "show", "oeis": "oeis", "lab": "lab", "mcp": "lab"},
    "Help": {"help": "", "new": ""},
    "Maintenance": {"runs": "", "doctor": ""},
}
"""Commands in the groups and order of the help, each with the optional subpackage that it needs.

A command is the function of the same name; ``gfkit.cli.group`` finds its module.
"""
VERBS = {verb: room for verbs in VERB_GROUPS.values() for verb, room in verbs.items()}
"""Optional subpackage that each command needs, or ""."""
VERBS_FOR = {
    **dict.fromkeys(
        ("growth", "recurrence", "gf", "formula", "prove", "solve"), "gfkit derive STRUCTURE FAMILY"
    ),
    **dict.fromkeys(("terms", "sequence", "series"), "gfkit derive STRUCTURE FAMILY --terms N"),
    **dict.fromkeys(
        ("latex", "format", "language"), "gfkit derive STRUCTURE FAMILY --format latex, or --json"
    ),
    **dict.fromkeys(("bfile", "b-file"), "gfkit oeis export STRUCTURE FAMILY -o DIR"),
    **dict.fromkeys(("entropy", "density", "capacity"), "gfkit constant RULE"),
    **dict.fromkeys(("size", "by-size", "pieces"), "gfkit count STRUCTURE BOARD --weights pieces"),
    **dict.fromkeys(("plot", "ratios"), "gfkit draw STRUCTURE FAMILY --as ratios -o FILE"),
    **dict.fromkeys(
        ("automaton", "automata", "machine", "transfer-matrix"),
        "gfkit draw STRUCTURE FAMILY --as machine -o FILE",
    ),
    **dict.fromkeys(("roots", "poles"), "gfkit draw STRUCTURE FAMILY --as roots -o FILE"),
    **dict.fromkeys(("heatmap", "heat-map"), "gfkit probability STRUCTURE BOARD -o FILE"),
    **dict.fromkeys(("board", "boards", "family", "families"), "gfkit help boards"),
    **dict.fromkeys(("rule", "rules", "rule-file"), "gfkit new FILE.toml"),
    **dict.fromkeys(("picture", "image", "svg", "show"), "gfkit draw STRUCTURE BOARD -o FILE"),
    **dict.fromkeys(("search", "lookup", "find"), "gfkit identify TERMS..., or gfkit oeis search TERMS..."),
    **dict.fromkeys(("random", "generate"), "gfkit sample STRUCTURE BOARD"),
    "how-many": "gfkit count STRUCTURE BOARD",
    **dict.fromkeys(("enumerate", "list", "list-all"), "gfkit count STRUCTURE BOARD --list"),
    **dict.fromkeys(("maximum", "minimum", "max", "min"), "gfkit optimum STRUCTURE BOARD"),
    **dict.fromkeys(("thermograph", "temperature"), "gfkit value GAME BOARD --thermograph"),
    **dict.fromkeys(
        ("moments", "mean", "average", "variance", "covariance"),
        "gfkit derive STRUCTURE FAMILY --moments (the mean value of a game: gfkit value GAME BOARD"
        " --thermograph)",
    ),
    **dict.fromkeys(("winner", "outcome", "who-wins"), "gfkit outcomes GAME BOARD"),
    **dict.fromkeys(
        ("chance", "odds", "marginals", "probability", "event"), "gfkit probability STRUCTURE BOARD EVENT"
    ),
    "compare": "gfkit game EXPRESSION --compare EXPRESSION, where a board is written domineering(2x3)",
    **dict.fromkeys(
        ("check", "refute"), "gfkit verify FORMULA --for STRUCTURE FAMILY, or gfkit certify FILE"
    ),
}
"""Commands suggested for common words that a user may write as a command, an option or an output format."""
