"""Every refusal is one line on standard error: the texts are pinned here, as the user sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gfkit.cli.main import main
from gfkit.errors import Interrupted, interruptible

ACCEPTED = (
    "4x3 (rows x columns), path:7, cycle:9, cylinder:4x6, torus:4x6, complete:6, graph:FILE,"
    " a graph by name such as prism:5, king:3x4 or K4xpath:5, @FILE, a drawing such as ..#/...,"
    " or a family with n in place of one size"
)
KNOWN = (
    "domineering, cram, i-tromping, d-tromping, l-tromping, m-tromping, col, snort, cis, cis:k, o12, nogo,"
    " node-kayles, arc-kayles, domineering-tiles, domineering-maximal-tiles, domineering-right-end-tiles,"
    " things such as independent-sets (gfkit games lists all), or the path of a rule file"
)
MEMORY = " is no amount of memory; write bytes, or a number with K, M, G or T, as 500M or 4G"
TIME = " is no length of time; write seconds, or a number with s, m, h or d, as 90s, 5m or 2h"
VERBS = (
    "games, count, derive, optimum, constant, sample, polynomial, guess, verify, value, game, complex,"
    " outcomes, score, play, nim, equilibrium, oeis, catalog, certify, report, draw, lab, mcp, schema,"
    " runs, doctor, completion"
)
TEXT = "a printable text in quotes, on one line"
LETTERS = "letters alone are no board; drawn pieces on one line need one of . # / with them, as in "
LEGEND = (
    "'.' is a free cell, '<' one for Left alone, '>' for Right alone, '!' for nobody, '#' or a space no cell,"
    " a letter a piece (upper case Left, lower case Right)"
)

NAME = 'name = "G"\n'
BOTH = NAME + '[both]\npieces = ["X"]\n'
COLOURS = NAME + '[colours]\npieces = ["X"]\n'
ARRAY = NAME + "[cells]\ncolours = 2\n"
COUNT = ARRAY + "[[rules.count]]\n"
BOUNDARY = NAME + "[boundary]\ntop = [0]\nright = [0]\nbottom = [0]\nleft = [0]\n"
SIDES = "right = 0\nbottom = 0\nleft = 0\n"
BEYOND = "has a whole number beyond 64 bits, the most that TOML has room for"
TILE = "[[tile]]\ntop = 0\n" + SIDES

BOARDS: list[tuple[str, str]] = [
    ("", "board '': nothing was given; accepted are " + ACCEPTED),
    ("4y3", "board '4y3': read '4', then expected x at 'y3'; accepted are " + ACCEPTED),
    ("4x", "board '4x': read '4x', then expected a whole number or n at the end; accepted are " + ACCEPTED),
    ("x3", "board 'x3': expected a whole number or n at 'x3'; accepted are " + ACCEPTED),
    ("4x3x2", "board '4x3x2': read '4x3', then expected nothing more at 'x2'; accepted are " + ACCEPTED),
    ("4 x 3", "board '4 x 3': read '4', then expected x at ' x 3'; accepted are " + ACCEPTED),
    ("4.5x2", "board '4.5x2': read '4', then expected x at '.5x2'; accepted are " + ACCEPTED),
    ("prism", "board 'prism': its size must follow after a colon, as in prism:5"),
    ("prism:2", "board 'prism:2': prism starts at n = 3; got 2"),
    ("king-cylinder:2xn", "board 'king-cylinder': the side that stays may be 3 to 1000; got 2"),
    ("C2xpath:n", "board 'C2': the smallest C is C3"),
    (
        "slices(2;to=0-2-1):n",
        "links: [0, 2] names a vertex that is not there; the first may be 0 to 1, the second 0 to 1",
    ),
    ("slices(1;twist=0):n", "twist: only a ring has one; set ring = true"),
    ("2nx3n", "board '2nx3n': only one size may be n, or 2n, 3n, (2n+1) and the like"),
    ("nxn", "board 'nxn': only one size may be n, as in 3xn; got 2"),
    (
        "3xn",
        (
            "board '3xn' is a family, one board for every n, and one board is needed: put a "
            "number in place of n, as in 3x4"
        ),
    ),
    (
        "cylinder:nx4",
        (
            "board 'cylinder:nx4' is a family, one board for every n, and one board is needed: "
            "put a number in place of n, as in cylinder:4x4"
        ),
    ),
    ("path", "board 'path': its size must follow after a colon, as in path:7"),
    (
        "path:",
        "board 'path:': read 'path:', then expected a whole number or n at the end; accepted are " + ACCEPTED,
    ),
    (
        "path:-2",
        "board 'path:-2': read 'path:', then expected a whole number or n at '-2'; accepted are " + ACCEPTED,
    ),
    (
        "path:3x4",
        "board 'path:3x4': read 'path:3', then expected nothing more at 'x4'; accepted are " + ACCEPTED,
    ),
    (
        "cycle:2",
        "board 'cycle:2': a cycle closes up and needs at least 3 cells around, got 2; for example cycle:9",
    ),
    (
        "cylinder:2x5",
        (
            "board 'cylinder:2x5': a cylinder closes up and needs at least 3 cells around, got 2; "
            "for example cylinder:4x6"
        ),
    ),
    (
        "torus:4x1",
        (
            "board 'torus:4x1': a torus closes up and needs at least 3 cells around, got 1; for "
            "example torus:4x6"
        ),
    ),
    (
        "torus:2xn",
        (
            "board 'torus:2xn': a torus closes up and needs at least 3 cells around, got 2; for "
            "example torus:4x6"
        ),
    ),
    ("bottle:3x4", "board 'bottle:3x4': no board is called 'bottle'; accepted are " + ACCEPTED),
    ("Path:4", "board 'Path:4': no board is called 'Path'; did you mean path? accepted are " + ACCEPTED),
    (":4", "board ':4': no board is called ''; accepted are " + ACCEPTED),
    (
        "complete:x",
        "board 'complete:x': read 'complete:', then expected a whole number or n at 'x'; accepted are "
        + ACCEPTED,
    ),
    ("graph", "board 'graph': a drawn board in a file is written @FILE, a graph in a file graph:FILE"),
    ("graph:", "board 'graph:': a file name must follow, as in graph:petersen.g6"),
    ("@", "board '@': a file name must follow, as in @board.txt"),
    ("graph:none.g6", "board 'graph:none.g6': the file 'none.g6' cannot be read (No such file or directory)"),
    ("@none.txt", "board '@none.txt': the file 'none.txt' cannot be read (No such file or directory)"),
    ("banana", f"board 'banana': {LETTERS}banana#; accepted are {ACCEPTED}"),
    ("AA", f"board 'AA': {LETTERS}AA#; accepted are {ACCEPTED}"),
    ("Xn", "board 'Xn': expected a whole number or n at 'Xn'; accepted are " + ACCEPTED),
    ("@/dev/zero", "board '@/dev/zero': the file '/dev/zero' is longer than 16 MiB"),
    ("graph:/dev/zero", "board 'graph:/dev/zero': the file '/dev/zero' is longer than 16 MiB"),
    ("@.", "board '@.': the file '.' cannot be read (Is a directory)"),
    ("@\0", "board '@\\x00': the file '\\x00' cannot be read (not a file name)"),
    ("///", "board '///' is drawn with no row and no cell; " + LEGEND),
    ("..?/..", "board '..?/..': row 1, column 3 has '?'; " + LEGEND),
    ("../A1", "board '../A1': row 2, column 2 has '1'; " + LEGEND),
]

GRAPHS: list[tuple[str | bytes, str]] = [
    ("", "board 'graph:g.txt': the file is empty; a graph6 line or an edge list is needed"),
    ("B", "board 'graph:g.txt': graph6 for 3 vertices needs 1 character after the size, found 0"),
    ("Bww", "board 'graph:g.txt': graph6 for 3 vertices needs 1 character after the size, found 2"),
    (
        "B!",
        (
            "board 'graph:g.txt': the graph6 line has the character '!'; graph6 uses '?' to '~' "
            "only, and an edge list has two names a line"
        ),
    ),
    ("C", "board 'graph:g.txt': graph6 for 4 vertices needs 1 character after the size, found 0"),
    (
        ":Fa@x^",
        (
            "board 'graph:g.txt': the graph6 line has the character ':', as sparse6 does; graph6 "
            "uses '?' to '~' only, and an edge list has two names a line"
        ),
    ),
    (
        "&B?",
        (
            "board 'graph:g.txt': the graph6 line has the character '&', as digraph6 does; graph6 "
            "uses '?' to '~' only, and an edge list has two names a line"
        ),
    ),
    (
        ">>graph6<<",
        (
            "board 'graph:g.txt': the graph6 line is empty; graph6 uses '?' to '~' only, and an "
            "edge list has two names a line"
        ),
    ),
    ("~?", "board 'graph:g.txt': the graph6 line '~?' ends inside the number of vertices"),
    ("a a\n", "board 'graph:g.txt': line 1 joins 'a' to itself"),
    (
        "a b\nb c d\n",
        "board 'graph:g.txt': line 2 has 3 names, 'b c d'; an edge is two names, an isolated vertex one",
    ),
    (
        "a\nb\n",
        "board 'graph:g.txt': no line of the file has two names; an edge list or one graph6 line is needed",
    ),
    (
        "# hello\n",
        "board 'graph:g.txt': no line of the file has two names; an edge list or one graph6 line is needed",
    ),
    (b"\xff\xfe", "board 'graph:g.txt': the file 'g.txt' is not a text file"),
]

DRAWINGS: list[tuple[str | bytes, str]] = [
    ("", "board '@b.txt' is drawn with no row and no cell; " + LEGEND),
    ("\n\n", "board '@b.txt' is drawn with no row and no cell; " + LEGEND),
    ("..\n.1\n", "board '@b.txt': row 2, column 2 has '1'; " + LEGEND),
    ("\ta\n", "board '@b.txt': row 1, column 1 has '\\t'; " + LEGEND),
    (b"\xff\xfe", "board '@b.txt': the file 'b.txt' is not a text file"),
    # Only LF, CR LF and CR end a line; what else Python takes for one is a character that is refused.
    (".\x0b.", "board '@b.txt': row 1, column 2 has '\\x0b'; " + LEGEND),
    (".\r\n\x0c.", "board '@b.txt': row 2, column 1 has '\\x0c'; " + LEGEND),
    (".\r.\u2028.", "board '@b.txt': row 2, column 2 has '\\u2028'; " + LEGEND),
    (".\n.\x85.", "board '@b.txt': row 2, column 2 has '\\x85'; " + LEGEND),
    ("..\n.\ufeff", "board '@b.txt': row 2, column 2 has '\\ufeff'; " + LEGEND),
]

MISFITS: list[tuple[tuple[str, str], str]] = [
    (
        ("col", "AA/.."),
        (
            "board 'AA/..' is no position of Col: a piece of Left touches a piece of Left at row 1, "
            "column 1, which the rules forbid"
        ),
    ),
    (
        ("snort", "A/b"),
        (
            "board 'A/b' is no position of Snort: a piece of Left touches a piece of Right at row 1, "
            "column 1, which the rules forbid"
        ),
    ),
    (
        ("cis", "A/a"),
        (
            "board 'A/a' is no position of Cis: a piece of Left touches a piece of Right at row 1, "
            "column 1, which the rules forbid"
        ),
    ),
    (
        ("node-kayles", "a/a"),
        (
            "board 'a/a' is no position of Node Kayles: a piece of either player touches a piece "
            "of either player at row 1, column 1, which the rules forbid"
        ),
    ),
    (
        ("nogo", "A/b"),
        (
            "board 'A/b' is no position of NoGo: the group of the letter 'A' at row 1, column 1 "
            "touches no free cell"
        ),
    ),
    (
        ("snort", "../.A/.b"),
        (
            "board '../.A/.b' is no position of Snort: a piece of Left touches a piece of Right at "
            "row 2, column 2, which the rules forbid"
        ),
    ),
    (
        ("domineering", "A."),
        (
            "board 'A.': the letter 'A' on 1 cell is no piece of Left in Domineering; the same "
            "letter joins the cells of one piece, upper case is Left, lower case Right"
        ),
    ),
    (
        ("domineering", "aa/a."),
        (
            "board 'aa/a.': the letter 'a' on 3 cells is no piece of Right in Domineering; the "
            "same letter joins the cells of one piece, upper case is Left, lower case Right"
        ),
    ),
    (
        ("cram", "AB/.."),
        (
            "board 'AB/..': the letter 'A' on 1 cell is no piece of either player in Cram; the "
            "same letter joins the cells of one piece, upper case is Left, lower case Right"
        ),
    ),
    (
        ("cis:3", "d.."),
        "board 'd..': the letter 'd' is no colour of Cis with 3 colours; its colours are a to c",
    ),
    (
        ("domineering", "path:4"),
        (
            "board 'path:4' is a graph without rows and columns, and Domineering has pieces with "
            "a shape, such as X/X; on such a board pieces must be cells or edges: use a board "
            "like 1x4"
        ),
    ),
    (
        ("i-tromping", "cycle:6"),
        (
            "board 'cycle:6' is a graph without rows and columns, and I-Tromping has pieces with "
            "a shape, such as X/X/X; on such a board pieces must be cells or edges: use a board "
            "like 4x5"
        ),
    ),
    (
        ("l-tromping", "complete:4"),
        (
            "board 'complete:4' is a graph without rows and columns, and L-Tromping has pieces "
            "with a shape, such as X/X; on such a board pieces must be cells or edges: use a "
            "board like 4x5"
        ),
    ),
    (
        ("domineering-tiles", "path:4"),
        (
            "board 'path:4' is a graph without rows and columns, and the tiles of 'Domineering, "
            "all positions, as tiles' have four sides; use a board like 4x5"
        ),
    ),
]

GAMES: list[tuple[str, str]] = [
    ("", "game '' is unknown; known are " + KNOWN),
    ("domineerin", "game 'domineerin' is unknown; did you mean domineering? known are " + KNOWN),
    ("Domineering", "game 'Domineering' is unknown; did you mean domineering? known are " + KNOWN),
    ("chess", "game 'chess' is unknown; known are " + KNOWN),
    ("cis:", "game 'cis:': the number of colours must follow the colon, as in cis:3"),
    ("cis:k", "game 'cis:k': the number of colours must follow the colon, as in cis:3"),
    ("cis:0", "game 'cis:0': the number of colours must be from 1 to 50, got 0"),
    ("cis:51", "game 'cis:51': the number of colours must be from 1 to 50, got 51"),
    ("cis:" + 9 * "9", f"game 'cis:{9 * '9'}': the number of colours must be from 1 to 50, got {9 * '9'}"),
    ("col:3", "game 'col:3' is unknown; did you mean col? known are " + KNOWN),
    (
        "none.toml",
        "rule file 'none.toml' does not exist; a game's name or the path of a rule file is needed",
    ),
    ("/", "rule file '/' is a folder; the path of a rule file is needed"),
    ("/dev/zero", "rule file '/dev/zero' is longer than 16 MiB"),
    ("cram:2", "game 'cram:2' is unknown; did you mean cram? known are " + KNOWN),
    (
        "domineering-tile",
        "game 'domineering-tile' is unknown; did you mean domineering-tiles? known are " + KNOWN,
    ),
]

RULES: list[tuple[str | bytes, str]] = [
    (
        "",
        (
            "rule file 'r.toml': needs tables of one kind: [left] and [right] or [both] or "
            "[colours] for a placement game, [cells] for arrays, [[tile]] for tiles, [cover] for "
            "pieces that cover the board, [pointers] for cells that point at cells, "
            "[edges] for sets of edges, [orientations] for a direction of every edge; found no table"
        ),
    ),
    ("name = \n", "rule file 'r.toml' is not TOML: Invalid value (at line 1, column 8)"),
    (
        NAME,
        (
            "rule file 'r.toml': needs tables of one kind: [left] and [right] or [both] or "
            "[colours] for a placement game, [cells] for arrays, [[tile]] for tiles, [cover] for "
            "pieces that cover the board, [pointers] for cells that point at cells, "
            "[edges] for sets of edges, [orientations] for a direction of every edge; found no table"
        ),
    ),
    (
        'name = 3\n[both]\npieces = ["X"]\n',
        "rule file 'r.toml': name must be " + TEXT + ", got 3",
    ),
    (
        '[both]\npieces = ["X"]\n',
        "rule file 'r.toml': name is missing; it must be " + TEXT,
    ),
    (b"\xff\xfe", "rule file 'r.toml' is not a text file"),
    (
        NAME + "[both]\n",
        "rule file 'r.toml' [both]: pieces is missing; it must be a list in brackets with something in it",
    ),
    (
        NAME + '[both]\npieces = "X"\n',
        "rule file 'r.toml' [both]: pieces must be a list in brackets with something in it, got 'X'",
    ),
    (
        NAME + "[both]\npieces = []\n",
        "rule file 'r.toml' [both]: pieces must be a list in brackets with something in it, got []",
    ),
    (
        NAME + '[both]\npieces = [""]\n',
        (
            "rule file 'r.toml' [both] pieces: expected a drawing in quotes ('X' for a cell and "
            "'.' for a hole), got ''"
        ),
    ),
    (
        NAME + '[both]\npieces = [".."]\n',
        "rule file 'r.toml' [both] pieces: the piece '..' has no cell; draw its cells as X, as in 'X/X'",
    ),
    (
        NAME + '[both]\npieces = ["O"]\n',
        (
            "rule file 'r.toml' [both] pieces: 'O' has the character 'O'; expected 'X' for a cell "
            "and '.' for a hole"
        ),
    ),
    (
        NAME + '[both]\npieces = ["X", "X."]\n',
        "rule file 'r.toml' [both] pieces: 'X.' is there twice; every orientation is written once",
    ),
    (
        NAME + "[both]\npieces = [3]\n",
        (
            "rule file 'r.toml' [both] pieces: expected a drawing in quotes ('X' for a cell and "
            "'.' for a hole), got 3"
        ),
    ),
    (
        NAME + '[both]\npieces = ["XXXXXXXXXXXXX"]\n',
        "rule file 'r.toml' [both] pieces: 'XXXXXXXXXXXXX' is larger than 12 x 12",
    ),
    (NAME + "both = 3\n", "rule file 'r.toml' [both]: expected a table, got 3"),
    (
        NAME + '[both]\npeices = ["X"]\n',
        "rule file 'r.toml' [both]: unknown key 'peices'; did you mean pieces? known here are pieces",
    ),
    (
        NAME + '[left]\npieces = ["X"]\n[both]\npieces = ["X"]\n',
        "rule file 'r.toml': take one of [left] with [right], or [both], or [colours]",
    ),
    (
        BOTH + "[cells]\ncolours = 2\n",
        (
            "rule file 'r.toml': needs tables of one kind: [left] and [right] or [both] or "
            "[colours] for a placement game, [cells] for arrays, [[tile]] for tiles, [cover] for "
            "pieces that cover the board, [pointers] for cells that point at cells, "
            "[edges] for sets of edges, [orientations] for a direction of every edge; found [both], [cells]"
        ),
    ),
    (
        BOTH + "[rule]\n",
        (
            "rule file 'r.toml': unknown key 'rule'; did you mean rules? known here are name, "
            "about, left, right, both, colours, rules"
        ),
    ),
    (
        BOTH + "[rules]\nforbid = []\n",
        "rule file 'r.toml' [rules]: unknown key 'forbid'; known here are forbid_adjacent, liberties, apart",
    ),
    (
        BOTH + '[rules]\nforbid_adjacent = ["LX"]\n',
        (
            "rule file 'r.toml' [rules] forbid_adjacent: 'LX' is unknown; known are 'LL', 'RR', "
            "'LR', and for games with many colours 'same', 'different'"
        ),
    ),
    (
        BOTH + '[rules]\nforbid_adjacent = "LL"\n',
        "rule file 'r.toml' [rules]: forbid_adjacent must be a list in brackets, got 'LL'",
    ),
    (BOTH + "[rules]\nliberties = 1\n", "rule file 'r.toml' [rules]: liberties must be true or false, got 1"),
    (
        BOTH + "liberties = true\n",
        "rule file 'r.toml' [both]: unknown key 'liberties'; known here are pieces",
    ),
    (
        "about = 3\n" + BOTH,
        "rule file 'r.toml': about must be " + TEXT + ", got 3",
    ),
    (
        NAME + '[left]\npieces = ["X"]\n',
        "rule file 'r.toml': [right] is missing; a player without pieces has [right] with pieces = []",
    ),
    (
        NAME + '[right]\npieces = ["X"]\n',
        "rule file 'r.toml': [left] is missing; a player without pieces has [left] with pieces = []",
    ),
    (
        NAME + "[left]\npieces = []\n[right]\npieces = []\n",
        "rule file 'r.toml': neither [left] nor [right] has a piece; at least one is needed",
    ),
    (
        NAME + '[left]\n[right]\npieces = ["X"]\n',
        (
            "rule file 'r.toml' [left]: pieces is missing; it must be a list in brackets, [] for a "
            "player without pieces"
        ),
    ),
    (
        'name = "two\\nlines"\n[both]\npieces = ["X"]\n',
        "rule file 'r.toml': name must be a printable text in quotes, on one line, got 'two\\nlines'",
    ),
    (
        'name = "\\u001b[31m"\n[both]\npieces = ["X"]\n',
        "rule file 'r.toml': name must be a printable text in quotes, on one line, got '\\x1b[31m'",
    ),
    (
        'about = """two\nlines"""\n' + BOTH,
        "rule file 'r.toml': about must be a printable text in quotes, on one line, got 'two\\nlines'",
    ),
    (
        NAME + "[both]\npieces = " + "[" * 20000,
        "rule file 'r.toml' has brackets nested too deeply to be read",
    ),
    (
        NAME + f'[cells]\ncolours = 2\n[[rules.line]]\nalong = "rows"\nmatch = "{"(" * 280}0{")" * 280}"\n',
        f"rule file 'r.toml' [[rules.line]] 1: match '{'(' * 60}... (561 characters) ...{')' * 60}': more"
        " than 50 brackets lie within each other; write fewer",
    ),
    *(
        (NAME + f"[cells]\ncolours = {number}\n", "rule file 'r.toml' " + BEYOND)
        for number in ("9" * 5000, "0x" + "f" * 5000, str(2**63))
    ),
    (COLOURS, "rule file 'r.toml' [colours]: number is missing; it must be a whole number from 1 to 50"),
    (
        COLOURS + 'number = "k"\n',
        "rule file 'r.toml' [colours]: the number of colours is open: add it after a colon, as in :3",
    ),
    (
        COLOURS + "number = 0\n",
        "rule file 'r.toml' [colours]: number must be a whole number from 1 to 50, got 0",
    ),
    (
        COLOURS + "number = 3\nplayers = 2\n",
        "rule file 'r.toml' [colours]: unknown key 'players'; known here are number, pieces",
    ),
    (
        NAME + "[cells]\n",
        "rule file 'r.toml' [cells]: colours is missing; it must be a whole number from 1 to 100",
    ),
    (
        NAME + "[cells]\ncolours = 101\n",
        "rule file 'r.toml' [cells]: colours must be a whole number from 1 to 100, got 101",
    ),
    (NAME + "cells = 2\n", "rule file 'r.toml' [cells]: expected a table, got 2"),
    (
        ARRAY + '[rules]\nforbid = ["2"]\n',
        (
            "rule file 'r.toml' [rules] forbid: '2' has the character '2'; expected colours 0 to "
            "1, '?' for any, small letters for equal colours, '.' where nothing is asked"
        ),
    ),
    (
        ARRAY + '[rules]\nforbid = ["??"]\n',
        (
            "rule file 'r.toml' [rules] forbid: the window '??' would match everywhere; name at "
            "least one colour"
        ),
    ),
    (
        ARRAY + '[rules]\nforbid = [""]\n',
        (
            "rule file 'r.toml' [rules] forbid: expected a drawing in quotes (colours 0 to 1, '?' "
            "for any, small letters for equal colours, '.' where nothing is asked), got ''"
        ),
    ),
    (
        ARRAY + "[rules]\ncount = 3\n",
        "rule file 'r.toml' [rules]: count must be a list of tables, written [[rules.count]], got 3",
    ),
    (
        ARRAY + "[rules]\nliberties = true\n",
        "rule file 'r.toml' [rules]: unknown key 'liberties'; known here are forbid, count, window, near,"
        " pin, exactly, line, connected",
    ),
    (ARRAY + 'weight = "x"\n', "rule file 'r.toml' [cells] weight: expected a table, got 'x'"),
    (
        ARRAY + 'weight = { 2 = "x" }\n',
        "rule file 'r.toml' [cells] weight: unknown key '2'; known here are 0, 1",
    ),
    (
        ARRAY + 'weight = { 1 = "z" }\n',
        (
            "rule file 'r.toml' [cells] weight: weight 'z' is not a product of powers of x and y, "
            "as x or x*y^2"
        ),
    ),
    (
        COUNT + "cell = 0\n",
        (
            "rule file 'r.toml' [[rules.count]] 1: neighbours is missing; it must be rook, king, "
            "or a drawing with X at the cell and o at its neighbours"
        ),
    ),
    (
        COUNT + 'cell = 5\nneighbours = "rook"\nof = [1]\nallowed = [1]\n',
        "rule file 'r.toml' [[rules.count]] 1: cell must be a whole number from 0 to 1, got 5",
    ),
    (
        COUNT + 'cell = 0\nneighbours = "queen"\nof = [1]\nallowed = [1]\n',
        (
            "rule file 'r.toml' [[rules.count]] 1 neighbours: 'queen' has the character 'q'; "
            "expected rook, king, knight, corner, or a drawing with X at the cell and o at its neighbours"
        ),
    ),
    (
        COUNT + 'cell = 0\nneighbours = "oo"\nof = [1]\nallowed = [1]\n',
        (
            "rule file 'r.toml' [[rules.count]] 1 neighbours: 'oo' must have one X, the cell, and "
            "at least one o, a neighbour"
        ),
    ),
    (
        COUNT + 'cell = 0\nneighbours = "rook"\nof = [3]\nallowed = [1]\n',
        "rule file 'r.toml' [[rules.count]] 1: of holds whole numbers from 0 to 1, got 3",
    ),
    (
        COUNT + 'cell = 0\nneighbours = "rook"\nof = [1]\nallowed = []\n',
        (
            "rule file 'r.toml' [[rules.count]] 1: allowed must be a list in brackets with "
            "something in it, got []"
        ),
    ),
    (NAME + "tile = []\n", "rule file 'r.toml': needs at least one [[tile]]"),
    (NAME + "tile = 3\n", "rule file 'r.toml': tile must be a list of tables, written [[tile]], got 3"),
    (
        NAME + TILE,
        "rule file 'r.toml' [boundary]: top is missing; it must be a list in brackets with something in it",
    ),
    (
        BOUNDARY + "[[tile]]\n" + SIDES,
        (
            "rule file 'r.toml' [[tile]] 1: top is missing; it must be an edge label, a whole "
            "number or a printable text in quotes"
        ),
    ),
    (
        BOUNDARY + "[[tile]]\ntop = true\n" + SIDES,
        (
            "rule file 'r.toml' [[tile]] 1: top must be an edge label, a whole number or a "
            "printable text in quotes, got True"
        ),
    ),
    (
        BOUNDARY + TILE + 'weight = "2*x"\n',
        "rule file 'r.toml' [[tile]] 1: weight '2*x' is not a product of powers of x and y, as x or x*y^2",
    ),
    (
        BOUNDARY + TILE + 'weight = "x^1001"\n',
        "rule file 'r.toml' [[tile]] 1: weight 'x^1001' has a power above 1000, which is the most",
    ),
    (
        BOUNDARY + TILE + 'weight = "x^1000*y*x"\n',
        "rule file 'r.toml' [[tile]] 1: weight 'x^1000*y*x' has a power above 1000, which is the most",
    ),
    (
        ARRAY + 'weight = { 1 = "y^99999999999999999999" }\n',
        (
            "rule file 'r.toml' [cells] weight: weight 'y^99999999999999999999' has a power above "
            "1000, which is the most"
        ),
    ),
    (
        BOUNDARY + '[[tile]]\ntop = "a\\nb"\n' + SIDES,
        (
            "rule file 'r.toml' [[tile]] 1: top must be an edge label, a whole number or a "
            "printable text in quotes, got 'a\\nb'"
        ),
    ),
    (
        BOUNDARY + TILE + 'name = "a\\tb"\n',
        "rule file 'r.toml' [[tile]] 1: name must be a printable text in quotes, on one line, got 'a\\tb'",
    ),
    (
        BOUNDARY + TILE + "colour = 1\n",
        (
            "rule file 'r.toml' [[tile]] 1: unknown key 'colour'; known here are name, top, "
            "right, bottom, left, weight"
        ),
    ),
    (BOUNDARY + TILE + 'name = "a"\n' + TILE + 'name = "a"\n', "rule file 'r.toml': two tiles are named 'a'"),
    (
        NAME + "[boundary]\ntop = [7]\nright = [0]\nbottom = [0]\nleft = [0]\n" + TILE,
        (
            "rule file 'r.toml' [boundary]: top allows the label '7', which no tile has there; "
            "tiles have 0 there"
        ),
    ),
    (
        NAME + "[boundary]\ntop = 0\nright = [0]\nbottom = [0]\nleft = [0]\n" + TILE,
        "rule file 'r.toml' [boundary]: top must be a list in brackets with something in it, got 0",
    ),
    (
        NAME + "[boundary]\nup = [0]\nright = [0]\nbottom = [0]\nleft = [0]\n" + TILE,
        "rule file 'r.toml' [boundary]: unknown key 'up'; known here are top, right, bottom, left",
    ),
]

OPTIONS: list[tuple[list[str], str]] = [
    (
        ["count", "col", "2x2", "--positions", "maxmal"],
        (
            "positions 'maxmal' is unknown; did you mean maximal? known are all, left-ends, "
            "right-ends, maximal, play, full"
        ),
    ),
    (
        ["count", "col", "2x2", "--positions", ""],
        "positions '' is unknown; known are all, left-ends, right-ends, maximal, play, full",
    ),
    (
        ["count", "col", "2x2", "--weights", "player"],
        "weights 'player' is unknown; did you mean players? known are none, pieces, players",
    ),
    (["count", "col", "2x2", "--weights", "xy"], "weights 'xy' is unknown; known are none, pieces, players"),
    (
        ["count", "col", "2x2", "--max-memory", "lots"],
        "--max-memory 'lots'" + MEMORY,
    ),
    (
        ["count", "col", "2x2", "--max-memory", "0"],
        "--max-memory '0'" + MEMORY,
    ),
    (["count", "col", "2x2", "--max-seconds", "soon"], "--max-seconds 'soon'" + TIME),
    (["guess", "1", "2", "--limit", "0"], "--max-seconds '0'" + TIME),
    (
        ["derive", "col", "2xn", "--log", "no/where.log"],
        "--log 'no/where.log' cannot be written: No such file or directory",
    ),
    (["count", "col", "2x2", "--log", ""], "--log '' cannot be written: No such file or directory"),
    (
        ["derive", "col", "2xn", "--resume"],
        "--resume: nothing is stored for this command as it is, with this version of gfkit and these rules;"
        " leave --resume out, or see gfkit runs list",
    ),
    (
        ["runs", "shwo"],
        "command 'shwo' of runs is unknown; did you mean show? known are list, show, resume, clean",
    ),
    (["count", "col", "2x2", "--resume", "--no-store"], "--resume and --no-store: give one or the other"),
    (["runs", "show", "3f2a"], "run '3f2a' is unknown; no run is stored"),
    (
        ["runs", "clean"],
        "which runs? name them, or use --finished (0, 0 bytes) or --all (0, 0 bytes; of these 0 could go on)",
    ),
    (
        ["derive", "col", "2xn", "--to", "parri"],
        "language 'parri' is unknown; did you mean pari? known are latex, mathml, sympy, pari, sage,"
        " maple, mathematica, oeis, json",
    ),
    (["guess", "1", "--json", "--to", "pari"], "--to pari and --json: give one or the other"),
    (["guess", "1", "--to", "pari", "--json"], "--to pari and --json: give one or the other"),
    (
        ["derive", "col", "complete:n", "--to", "pari"],
        "--to pari: a law of complete graphs is not written for other systems",
    ),
    (
        ["derive", "col", "3xn", "--save", "no/where.json"],
        "--save 'no/where.json': must be a file in a folder that exists",
    ),
    (
        ["derive", "domineering", "complete:n"],
        "board 'complete:n' is a graph without rows and columns, and Domineering has pieces with a shape,"
        " such as X/X; on such a board pieces must be cells or edges: use a board like 4x5",
    ),
    (
        ["derive", "col", "3xn", "--terms", "x"],
        "invalid value for '--terms': 'x' is not a valid integer; see gfkit derive --help",
    ),
    (
        ["constant", "col", "--seconds", "="],
        "invalid value for '--seconds': '=' is not a number; see gfkit constant --help",
    ),
    (["completion", "bahs"], "shell 'bahs' is unknown; did you mean bash? known are bash, zsh, fish"),
    (
        ["count", "col", "2x2", "--wieghts", "none"],
        (
            "option '--wieghts' is unknown; did you mean --weights? options of gfkit count are "
            "--positions, --weights, --up-to, --to, --dry-run, --max-memory, --max-seconds, --resume, "
            "--no-store, --log, --quiet, --json, --help"
        ),
    ),
    (["count", "col", "2x2", "--json=1"], "option '--json' does not take a value"),
    (["count", "col", "2x2", "--positions"], "option '--positions' requires an argument"),
    (["count", "col"], "BOARD is missing; see gfkit count --help"),
    (["count"], "GAME is missing; see gfkit count --help"),
    (["count", "col", "2x2", "3"], "got unexpected extra argument (3); see gfkit count --help"),
    (
        ["cuont", "col"],
        "command 'cuont' is unknown; did you mean count? known are " + VERBS,
    ),
    (["xyz"], "command 'xyz' is unknown; known are " + VERBS),
    (
        ["--verison"],
        "option '--verison' is unknown; did you mean --version? options of gfkit are --version, --help",
    ),
    (["games", "col", "snort"], "got unexpected extra argument (snort); see gfkit games --help"),
    (
        ["games", "--jsn"],
        (
            "option '--jsn' is unknown; did you mean --json? options of gfkit games are --list, --picture, "
            "--force, --json, --help"
        ),
    ),
]

WORTHS: list[tuple[list[str], str]] = [
    (
        ["value", "domineering-tiles", "2x2"],
        "game 'Domineering, all positions, as tiles' is a tile set, in which nobody moves; values are for"
        " games in which pieces are placed, as domineering",
    ),
    (
        ["value", "col", "3xn"],
        "board '3xn' is a family, one board for every n, and one board is needed: put a number in place of n,"
        " as in 3x4",
    ),
    (["value", "col", "2x2", "--max-memory", "lots"], "--max-memory 'lots'" + MEMORY),
    (
        ["score", "col", "2x2", "--points", "stones"],
        "points 'stones' is unknown; known are pieces, cells, room",
    ),
    (
        ["score", "col", "2x2", "--points", "room", "--passes"],
        "points 'room': where play goes on until nobody can move, nobody has room left; leave passes out",
    ),
    (["outcomes", "domineering"], "FAMILY|BOARD is missing; see gfkit outcomes --help"),
    (
        ["outcomes", "octal:0.77"],
        "FAMILY|BOARD is missing; see gfkit outcomes --help; game 'octal:0.77' is played with heaps, of which"
        " gfkit nim knows the values: gfkit nim octal:0.77",
    ),
    (
        ["outcomes", "domineering", "3xn", "--to", "2", "--from", "4"],
        "to 2: must be at least the first n, which is 4",
    ),
    (
        ["outcomes", "col", "cycle:n", "--to", "2"],
        "to 2: board family 'cycle:n' starts at n = 3",
    ),
    (
        ["outcomes", "col", "2x3", "--from", "2"],
        "from 2: board '2x3' is a single board; a family has n in it",
    ),
    (["outcomes", "col", "3xn", "--seconds", "0"], "--max-seconds '0'" + TIME),
    (["outcomes", "col", "3xn", "--max-memory", "lots"], "--max-memory 'lots'" + MEMORY),
    (
        ["value", "col", "2x2", "--plot", "graph.gif"],
        "--plot 'graph.gif': the ending must name a kind of picture, one of .svg, .png, .pdf, .tex, .tikz",
    ),
    (
        ["value", "col", "2x2", "--limit", "0"],
        "invalid value for '--limit': 0 is not in the range x>=1; see gfkit value --help",
    ),
    (
        ["value", "col", "2x2", "--option"],
        "option '--option' is unknown; did you mean --options? options of gfkit value are --from, --to,"
        " --options, --moves, --thermograph, --plot, --save, --force, --limit, --dry-run,"
        " --max-memory, --max-seconds, --log, --quiet, --json, --help",
    ),
]

TERMS = ": must be an integer or a fraction such as -1/2"
EMPTY = ": a comma has no number before it; write the term or leave out the comma"
COL = ["--for", "col", "path:n"]
GUESSES: list[tuple[list[str], str]] = [
    (["guess"], "terms: none were given; write some numbers, as in 1 1 2 5 14 42"),
    (["guess", "[]"], "terms: none were given; write some numbers, as in 1 1 2 5 14 42"),
    (["guess", "1", "x", "3"], "term 2 'x'" + TERMS),
    (["guess", "1,2.5"], "term 2 '2.5'" + TERMS),
    (["guess", "1/0"], "term 1 '1/0'" + TERMS),
    (["guess", "1,2,,8,16"], "term 3 ''" + EMPTY),
    (["guess", "1,", ",2"], "term 2 ''" + EMPTY),
    (["guess", ",1,2"], "term 1 ''" + EMPTY),
    (["oeis", "search", "1,?,,8"], "term 3 ''" + EMPTY),
    (["verify", "a(n) = a(n-1)", *COL, "--start", "1,,2"], "term 2 ''" + EMPTY),
    (["guess", "1", "--offset", "-1"], "offset -1: must be a whole number from 0 on"),
    (
        ["guess", "1", "--offset", "one"],
        "invalid value for '--offset': 'one' is not a valid integer; see gfkit guess --help",
    ),
    (
        ["guess", "1", "--hold-back", "0"],
        "invalid value for '--hold-back': 0 is not in the range 1<=x<=1000000; see gfkit guess --help",
    ),
    (
        ["guess", "1", "--kinds", "cfinite"],
        "kind 'cfinite' is unknown; did you mean c-finite? known are polynomial, periodic, quasi-polynomial,"
        " c-finite, hypergeometric, algebraic, d-finite, regular",
    ),
    (
        ["guess", "1", "--jsn"],
        "option '--jsn' is unknown; did you mean --json? options of gfkit guess are --file, --offset,"
        " --kinds, --hold-back, --next, --full, --to, --limit, --max-seconds, --workers, --log, --quiet,"
        " --json, --help",
    ),
    (["guess", "--file", "none.txt"], "--file 'none.txt' cannot be read: No such file or directory"),
    (["guess", "--file", "none.txt", "1"], "--file none.txt and the term 1: give one or the other"),
]

TABLES: list[tuple[str | bytes, str]] = [
    ("3 1\n4 3\n6 9\n7 27\n", "line 3: index 6 where 5 was expected; n must go up by 1"),
    ("5 1\n7 3\n", "line 2: index 7 where 6 was expected; n must go up by 1"),
    ("# remark\n\n", "terms: none were given; write some numbers, as in 1 1 2 5 14 42"),
    ("1, 2, three", "term 3 'three'" + TERMS),
    ("1, 2,\n3,, 4", "term 4 ''" + EMPTY),
    ("%S A000079 1,2,,8,\n%T A000079 16,32\n", "term 3 ''" + EMPTY),
    ("A000079 ,1,2,,8,16,", "term 3 ''" + EMPTY),
    ("0 1\n1 2\n2\n3 8\n4 16\n", "line 3 '2': must be an index and a term, as the other lines"),
    (b"\xff\xfe1", "--file 'b.txt' cannot be read: it is no text in UTF-8"),
]

FORMULAS: list[tuple[str, str]] = [
    ("", "formula '': nothing was given; expected a formula such as (1 + t)/(1 - 2t - t^2)"),
    ("1/(1-t", "formula: read '1/(1-t', then expected ')' at the end"),
    ("(1+t]/(1-t)", "formula: read '(1+t', then expected ')' at ']/(1-t)'"),
    ("1/", "formula: read '1/', then expected a number, a variable or a bracket at the end"),
    (r"\foo{1}", r"formula: the LaTeX command '\\foo' is not known here"),
    (
        r"\sqrt[3]{2}",
        r"formula: read '\\sqrt', then expected a square root (others are not read) at '[3]{2}'",
    ),
    ("1/(1-w)", "formula: the name 'w' has no meaning in a generating function"),
    ("1/(1-sqrt(t))", "formula: the square root of an odd power of t is no power series"),
    ("1/(1-sqrt(x*t))", "formula: square roots are read of rational numbers only, such as sqrt(5)"),
    ("t^n", "formula: the letter 't' has no meaning in a closed form"),
    ("t^(x/2)", "formula: exponents in a generating function must be whole numbers"),
    ("1/(t-t)", "formula: divides by zero"),
    (
        "P_n(x) = P_{n-1}(x)*P_{n-2}(x)",
        "formula: a recurrence must be linear in its terms, such as a(n) = 2a(n-1) + n a(n-2)",
    ),
    ("P_n(x) = P_{2n}(x)", "formula: indices in a recurrence are n plus or minus a number, as in a(n-1)"),
    ("a(n) = a(n)", "formula: both sides of the recurrence are the same"),
    (
        "f_E(n+1) = f_E(n) + f_B(n)",
        "formula: f_B, f_E are different sequences; each must name its game, as in P_{col,n} and P_{o12,n},"
        " and positions by the colour of a vertex are not among the classes that are derived",
    ),
    ("P_n(2) = P_{n-1}(2)", "formula: P is read at x, y or 1, as in P_n(x, y) and P_n(1)"),
    (
        "W(n)",
        "formula: the name 'W' has no meaning in a closed form; known are F (Fibonacci), L (Lucas), Pell and"
        " J (Jacobsthal), as in F(n+2), and A-numbers that are often quoted",
    ),
    ("2^(n/3)", "formula: the exponent 1/3 is neither whole nor half of a whole number"),
    ("n mod 0", "formula: read 'n mod', then expected a modulus from 1 to 9999 at '0'"),
    ("1 if n > ", "formula: read '1 if n', then expected a whole number at '>'"),
    (
        "2.5^n*3^n+1+o(1)",
        "formula: digits are compared of one constant and one power, as in 0.85*2.414^n or 0.35*n*2.414^n",
    ),
]
FORMULA_LIMITS: list[tuple[str, str]] = [
    ("t^99999/(1-t)", "formula: the exponent 99999 is too large to multiply out"),
    ("(1+x+y+t)^5000", "formula: the exponent 5000 is too large to multiply out"),
    ("((2^10000)^10000)^200/(1-t)", "formula: a power with exponent 10000 has more than 1000000 bits"),
    ("2^(10^9 n)", "formula: a power with exponent 1000000000 has more than 1000000 bits"),
    ("(((n+4)!)!)!", "formula: a factorial of 620448401733239439360000 is beyond 0 to 100000"),
]
CLAIMS: list[tuple[list[str], str]] = [
    ([], "FORMULA is missing; see gfkit verify --help"),
    (
        ["1/(1-t)"],
        "nothing to compare with; name a game and a family of boards (--for col path:n), or data"
        " (--data FILE)",
    ),
    (
        ["1/(1-t)", "--for", "col", "path:4"],
        "board 'path:4' is a single board; verifying needs a family, with n in it, as 3xn",
    ),
    (["1/(1-t)", "2", *COL], "2 words were given for one formula; put it in quotes"),
    (["1/(1-t)", "--formula-file", "f.txt", *COL], "give FORMULA or --formula-file, not both"),
    (["--formula-file", "f.txt", *COL], "--formula-file 'f.txt' cannot be read: No such file or directory"),
    (["1/(1-t)", "--data", "none.txt"], "--data 'none.txt' cannot be read: No such file or directory"),
    (["1/(1-t)", "--offset", "3", *COL], "--offset 3 goes with --data"),
    (
        ["1/(1-t)", "--kind", "recurence", *COL],
        "kind 'recurence' is unknown; did you mean recurrence? known are auto, gf, recurrence, closed-form,"
        " growth",
    ),
    (["1/(1-t)", "--variable", "s", *COL], "variable 's': must be one of t, x, z, q"),
    (["1/(1-t)", "--weights", "both", *COL], "weights 'both' is unknown; known are none, pieces, players"),
    (
        ["1/(1-t)", "--start", "1,2", *COL],
        "start [1, 2]: first values go with a recurrence, and this is read as gf",
    ),
    (
        ["a(n+m) = a(n)*a(m)", "--from", "-1", *COL],
        "formula: it is printed for n >= -1; identities in several letters are compared for n >= 0",
    ),
    (
        ["1/(1-t)", "--from", "2", *COL],
        "from 2: a range goes with recurrences and closed forms, not with gf",
    ),
    (
        ["1/(1-t)", "--kind", "recurrence", *COL],
        "formula: a recurrence is an equation, such as a(n) = 2a(n-1) + a(n-2)",
    ),
    (
        ["2.4^n", "--for", "col", "complete:n"],
        "formula: of games on complete graphs gfkit knows no growth; compare a recurrence or terms",
    ),
]

LIMITS: list[tuple[str, str]] = [
    (
        "2000x2000",
        (
            "board '2000x2000' has 4000000 cells and up to 8000000 edges; at most 100000 cells "
            "and 1000000 edges can be held"
        ),
    ),
    (
        "complete:5000",
        (
            "board 'complete:5000' has 5000 cells and up to 12497500 edges; at most 100000 cells "
            "and 1000000 edges can be held"
        ),
    ),
    (
        "99999999999999999999999999999999x2",
        (
            "board '99999999999999999999999999999999x2': sizes from 10^10 on are beyond anything "
            "that can be counted"
        ),
    ),
    (
        "path:10000001",
        (
            "board 'path:10000001' has 10000001 cells and up to 10000001 edges; at most 100000 "
            "cells and 1000000 edges can be held"
        ),
    ),
]


COLUMNS = "write columns by rows, as 2x9, or a family with n in place of one of them, as 2xn"
EQUILIBRIUM: list[tuple[list[str], str, int]] = [
    (["4y3"], "board '4y3': " + COLUMNS, 2),
    (["0x4"], "board '0x4': both sides must be at least 1; " + COLUMNS, 2),
    (["nxn"], "board 'nxn': only one side may be n; " + COLUMNS, 2),
    (["2x99999999"], "board '2x99999999': sides beyond 1000000 are not taken; " + COLUMNS, 2),
    (["2x3", "--tie", "mean"], "tie 'mean' is unknown; known are all, kind, cruel, first", 2),
    (
        ["2x3", "--piece", "tromino"],
        "piece 'tromino' is unknown; did you mean domino? known are domino, monomino",
        2,
    ),
    (["2x3", "--players", "1"], "players 1: must be a whole number from 2 to 10", 2),
    (["2x3", "--raised", "-1"], "raised -1: must be a whole number from 0 to 1000000", 2),
    (["2x3", "--to", "4"], "--to 4: board '2x3' is one board; a family has n in place of a side", 2),
    (
        ["2x3", "--opening", "x1"],
        (
            "opening 'x1': a move is written as h2 (horizontal, in columns 2 and 3) or v2 "
            "(vertical, in column 2)"
        ),
        2,
    ),
    (
        ["2x2", "--opening", "v1,h1"],
        "opening: move 2, h1, is not possible in D(2,2); possible: v2",
        2,
    ),
    (
        ["1x4", "--opening", "v1,v1,v1"],
        "opening: move 3, v1, is not possible in D(1,4); possible: none, the game is over",
        2,
    ),
    (["2x3", "--svg", "no/where.svg"], "--svg 'no/where.svg': must be a file in a folder that exists", 2),
    (
        ["30x3", "--max-memory", "1G"],
        "board '30x3': D(30,3) has 536,870,912 positions or more, too many for 1.0 GiB",
        3,
    ),
    (
        ["9x9", "--max-memory", "1M", "--tie", "kind"],
        "board '9x9': D(9,9) has 1,000,000,000 positions or more, too many for 1.0 MiB",
        3,
    ),
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))


def write(name: str, content: str | bytes) -> None:
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)


def refused(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str, code: int = 2) -> None:
    assert main(arguments) == code
    written = capsys.readouterr()
    assert written.err == f"gfkit: {message}\n"
    assert written.out == ""


@pytest.mark.parametrize(("board", "message"), BOARDS)
def test_board(capsys, board, message):
    refused(capsys, ["count", "col", board], message)


@pytest.mark.parametrize(("content", "message"), GRAPHS)
def test_graph_file(capsys, content, message):
    write("g.txt", content)
    refused(capsys, ["count", "col", "graph:g.txt"], message)


@pytest.mark.parametrize(("content", "message"), DRAWINGS)
def test_drawn_board_file(capsys, content, message):
    write("b.txt", content)
    refused(capsys, ["count", "col", "@b.txt"], message)


@pytest.mark.parametrize(("pair", "message"), MISFITS)
def test_game_and_board_that_do_not_go_together(capsys, pair, message):
    refused(capsys, ["count", *pair], message)


@pytest.mark.parametrize(("game", "message"), GAMES)
def test_game(capsys, game, message):
    refused(capsys, ["count", game, "2x2"], message)


@pytest.mark.parametrize(("content", "message"), RULES)
def test_rule_file(capsys, content, message):
    write("r.toml", content)
    refused(capsys, ["games", "r.toml"], message)


@pytest.mark.parametrize(("arguments", "message", "code"), EQUILIBRIUM)
def test_equilibrium(capsys, arguments, message, code):
    refused(capsys, ["equilibrium", *arguments], message, code)


@pytest.mark.parametrize(("arguments", "message"), OPTIONS)
def test_option(capsys, arguments, message):
    refused(capsys, arguments, message)


@pytest.mark.parametrize(("arguments", "message"), WORTHS)
def test_values(capsys, arguments, message):
    refused(capsys, arguments, message)


@pytest.mark.parametrize(("arguments", "message"), GUESSES)
def test_terms_to_guess_from(capsys, arguments, message):
    refused(capsys, arguments, message)


@pytest.mark.parametrize(("content", "message"), TABLES)
def test_file_of_terms(capsys, content, message):
    write("b.txt", content)
    refused(capsys, ["guess", "--file", "b.txt"], message)


@pytest.mark.parametrize(("formula", "message"), FORMULAS)
def test_formulas(capsys, formula, message):
    refused(capsys, ["verify", formula, *COL], message)


@pytest.mark.parametrize(("formula", "message"), FORMULA_LIMITS)
def test_formulas_too_large(capsys, formula, message):
    refused(capsys, ["verify", formula, *COL], message, code=3)


def test_a_range_that_begins_too_early(capsys):
    message = (
        "formula: it is printed for n >= -20000, and can hold from n = 0 on at the earliest; 10000 n before"
        " that are the limit"
    )
    refused(capsys, ["verify", "a(n+2) = 2a(n+1) + a(n)", "--from", "-20000", *COL], message, code=3)


@pytest.mark.parametrize(("arguments", "message"), CLAIMS)
def test_claims(capsys, arguments, message):
    refused(capsys, ["verify", *arguments], message)


@pytest.mark.parametrize(("board", "message"), LIMITS)
def test_limit(capsys, board, message):
    refused(capsys, ["count", "col", board], message, code=3)


def test_a_graph_with_too_many_edges(capsys):
    # The complete graph of 1500 vertices in graph6: 1124250 bits, all set, in 187375 characters.
    write("k.g6", "~?" + chr(63 + (1500 >> 6)) + chr(63 + (1500 & 63)) + "~" * 187375)
    message = (
        "board 'graph:k.g6' has 1500 cells and up to 1124250 edges;"
        " at most 100000 cells and 1000000 edges can be held"
    )
    refused(capsys, ["count", "col", "graph:k.g6"], message, code=3)


def test_a_file_too_long(capsys):
    write("b.txt", "." * (1 << 24) + "#")
    refused(capsys, ["count", "col", "@b.txt"], "board '@b.txt': the file 'b.txt' is longer than 16 MiB")


def test_a_file_named_without_its_sign(capsys):
    write("board.txt", "..\n..\n")
    message = "board 'board.txt': a drawn board in a file is written @FILE, a graph in a file graph:FILE"
    refused(capsys, ["count", "nogo", "board.txt"], message)


def test_a_number_after_a_rule_file_without_an_open_one(capsys):
    write("g.toml", BOTH)
    refused(capsys, ["games", "g.toml:3"], "rule file 'g.toml': takes no number after a colon, got 3")


def test_json_leaves_standard_output_empty_when_refused(capsys):
    refused(capsys, ["games", "--json", "chess"], "game 'chess' is unknown; known are " + KNOWN)


UNREADABLE_TOML = [
    ("n = " + "9" * 5000, BEYOND),
    ("n = " + "[" * 5000, "has brackets nested too deeply to be read"),
    ("n = ", "is not TOML: Invalid value (at end of document)"),
]


@pytest.mark.parametrize(("text", "reason"), UNREADABLE_TOML, ids=["long", "deep", "broken"])
@pytest.mark.parametrize(
    ("words", "begin"),
    [
        (["count", "f.toml", "2x2"], "rule file 'f.toml'"),
        (["count", "col", "slices:f.toml"], "board 'slices:f.toml': the file"),
        (["catalog", "check", "f.toml"], "catalogue file 'f.toml'"),
    ],
)
def test_toml_that_cannot_be_read(
    words: list[str],
    begin: str,
    text: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every reader of TOML says the same of it, in one line."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.toml").write_text(text)
    assert main(words) == 2
    assert capsys.readouterr().err == f"gfkit: {begin} {reason}\n"


def test_an_interruption_brings_the_result_of_the_outermost_work_alone():
    with pytest.raises(KeyboardInterrupt) as stop, interruptible([], list), interruptible([1], list):
        raise KeyboardInterrupt
    assert not isinstance(stop.value, Interrupted)
    with pytest.raises(Interrupted) as stop, interruptible([1], lambda: "outer"), interruptible([2], list):
        raise KeyboardInterrupt
    assert stop.value.found == "outer"
