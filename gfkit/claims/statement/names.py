"""Tables of notation in papers, in the OEIS and in computer algebra systems: keywords, commands, signs,
names.

A new spelling is one entry of a table, after the keyword with the same meaning.
"""

from __future__ import annotations

import re
from typing import NamedTuple


def _spellings(table: str) -> dict[str, str]:
    """Return the meaning of each spelling in a table, which is the first word of its group."""
    groups = (group.split() for line in table.splitlines() for group in line.split(", ") if group)
    return {spelling: meaning for meaning, *spellings in groups for spelling in spellings}


def spaced(pattern: str) -> str:
    """Return a pattern in which each space stands for any white space."""
    return pattern.replace(" ", r"\s++")


WORDS = _spellings("""\
and and, or or, all all every each any, over over, even even, odd odd, mod mod, if if when If, for for where
= is, frac frac, otherwise otherwise else, then then, elif elif elseif, sqrt sqrt Sqrt √, floor floor Floor
ceiling ceiling Ceiling ceil Ceil, round round Round nint, binomial binomial Binomial binom
factorial factorial Factorial, sum sum Sum add ∑, pi pi Pi π
product product Product prod Prod mul ∏, infinity infinity Infinity infty inf oo ∞, quotient Quotient iquo
remainder Mod irem modp, gamma gamma Gamma GAMMA Γ, phi phi varphi GoldenRatio φ ϕ
trace trace Trace tr Tr, if piecewise
unread det Det matdet Determinant determinant hypergeom HypergeometricPFQ polchebyshev
""")
"""Words of plain text and of \\text{...}; formulas with an "unread" word are rejected."""

CALLS = _spellings("""\
cos cos Cos, sin sin Sin, tan tan Tan, cosh cosh Cosh, sinh sinh Sinh, exp exp Exp, log log Log ln
gcd gcd GCD igcd, lcm lcm LCM ilcm, min min Min, max max Max, abs abs Abs, chebyshevT chebyshevT ChebyshevT
chebyshevU chebyshevU ChebyshevU, chebyshevS chebyshevS ChebyshevS, Theta Theta Θ, Omega Omega Ω
""")
"""Spellings of numerical functions, and their names in trees."""

CHEBYSHEV = {"T": "chebyshevT", "U": "chebyshevU", "S": "chebyshevS"}
"""Letters of the Chebyshev polynomials, if the string declares them; S(n, x) = U(n, x/2)."""

COMMANDS = _spellings("""\
frac frac dfrac tfrac cfrac, binomial binom dbinom tbinom, mod bmod mod, pmod pmod, sqrt sqrt, sum sum
product prod, choose choose, infinity infty, pi pi, gamma Gamma, phi phi varphi, cos cos, sin sin, tan tan
cosh cosh, sinh sinh, exp exp, log log ln, gcd gcd, min min, max max, unread det
Theta Theta, Omega Omega
""")
"""LaTeX commands that are keywords."""

SIGNS = _spellings("""\
* cdot times ast square Box, ≈ simeq approx cong, >= ge geq geqslant, ≠ ne neq, <= le leq leqslant, ( { lbrace
) } rbrace, ... dots ldots cdots, / div, ≡ equiv, ~ sim, > gt, < lt, [ lbrack, ] rbrack, ⌊ lfloor, ⌋ rfloor
⌈ lceil, ⌉ rceil, | lvert rvert vert
""")
"""LaTeX commands that are signs."""

UNICODE = _spellings("""\
- − –, * · × □, ≈ ≃ ≅, >= ≥ ⩾, <= ≤ ⩽, ~ ∼, ^ **, = == :=, ≠ != <>, ... …
""")
"""Other spellings of signs."""

CROSSES = ("\\times", "\\square", "\\Box", "×", "□")
"""Signs between the sizes of a board and between the factors of a graph."""

_GREEK = "alpha beta gamma delta eta kappa lambda mu nu psi rho sigma tau theta xi zeta chi omega Phi Psi"
GREEK = frozenset(_GREEK.split())
"""LaTeX commands that are names, for example of a growth constant."""

_SIZES = "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr"
SIZES = frozenset(_SIZES.split())
"""LaTeX commands that make the bracket after them larger."""

ACCENTS = "hat bar tilde overline widehat widetilde"
"""LaTeX commands of accents, which turn a letter that denotes an object into the name of another one."""

FACES = f"mathcal mathscr mathfrak mathbb {ACCENTS}"
"""LaTeX commands that turn a letter into another name."""

_SPACES = "displaystyle textstyle limits nolimits quad qquad thinspace nonumber , ; : ! > ( ) [ ] #"
SPACES = frozenset({*_SPACES.split(), " ", "\n", "\t"}) | SIZES
"""LaTeX commands that are ignored."""

EMPTY = """\
a, an, the, of, in, on, by, to, as, that, this, it, its, we, is, are, be, been, was, were, has, have, equals,
and hence, and therefore, and thus, clearly, consequently, finally, furthermore, hence, here, in particular,
it follows that, moreover, now, so, then, therefore, thus, we find, we get, we have, we obtain, we see,
we then have, conjecture, conjectures, conjectured, apparently, empirical, it is known that,
it is well known that, proved below, proved by, proved in, was proved, is proved, shown by, shown in,
was shown, is shown, corollary, lemma, proposition, result, theorem, see, see also, cf, compare, note,
OEIS, entry, given by, follows, obeys, satisfies, satisfy, this sequence, closed form, explicit formula,
formula, relation, D-finite with recurrence, recurrence, recurrence relation, recursion, linear recurrence,
linear recursion, linear recurrence with constant coefficients, indeed, obviously, note that, observe that,
recall that, show that, prove that, we show that, we prove that, it can be shown that, it is easy to see that,
it is easily seen that
"""
"""All phrases of print without a meaning for its formula.

A phrase may enter if a sentence with it and the sentence without it always state the same about the numbers:
no negation, condition, quantifier, number, question or operation, and no adjective of an object.
"""
_PHRASES = "|".join(sorted(re.split(r",\s", EMPTY.strip()), reverse=True)).replace(" ", r"[\s~]++")
EMPTY_PHRASE = rf"(?:{_PHRASES})(?![\w-])"

LAYOUT = "equation align aligned gather gathered split multline displaymath math eqnarray"
"""LaTeX environments that only affect the layout of their content."""

SPOKEN = (
    "text textrm textup textsc textit textbf textnormal operatorname mbox mathrm mathit mathbf mathsf mathtt"
)
"""LaTeX commands whose argument is prose."""

# Letters and names

ORDERS = {"O": "O", "o": "o", r"\mathcal{O}": "O", r"\mathcal{o}": "o"}
"""Names on a right side that denote the order of magnitude of a summand."""

INDICES = ("n", "m", "N")
"""Letters for the index, the usual one first."""

SIZE_LETTERS = ("t", "x", "z", "q")
"""Letters that may mark the size in a generating function."""

GRAPHS = {"P": "path", "C": "cycle", "K": "complete"}
"""Letters of graphs in indices, as in c_{P_n}, with the corresponding families of boards."""


class Lucas(NamedTuple):
    """Sequence b(n) = p b(n-1) + q b(n-2), and its number in the OEIS."""

    p: int
    q: int
    first: int
    second: int
    number: str


_FIBONACCI, _LUCAS = Lucas(1, 1, 0, 1, "A000045"), Lucas(1, 1, 2, 1, "A000032")
_PELL, _JACOBSTHAL = Lucas(2, 1, 0, 1, "A000129"), Lucas(1, 2, 0, 1, "A001045")

NAMED = {
    **dict.fromkeys(("F", "Fibonacci", "fibonacci", "fib", "Fib"), _FIBONACCI),
    **dict.fromkeys(("L", "Lucas", "lucas", "LucasL"), _LUCAS),
    **dict.fromkeys(("Pell", "pell"), _PELL),
    **dict.fromkeys(("J", "Jacobsthal", "jacobsthal"), _JACOBSTHAL),
}
"""Sequences known by name."""

CALLED = {name: NAMED[name].number for name in ("Fibonacci", "Lucas", "Pell", "Jacobsthal")} | {
    "Perrin": "A001608",
    "Catalan": "A000108",
    "Motzkin": "A001006",
    "Bell": "A000110",
}
"""Sequences whose terms have a name, as in "the n-th Pell number", with their numbers in the OEIS."""

STANDARD = {
    **{name: (f"{sequence.number}(n)",) for name, sequence in NAMED.items()},
    "B": ("A000110(n)",),
    "C": ("A000108(n)", "A000984(n)"),
    "D": ("n!*sum((-1)^k/k!, k=0..n)", "A001850(n)"),
    "H": ("sum(1/k, k=1..n)",),
    "M": ("A001006(n)", "2^n - 1"),
    "P": ("A000129(n)", "A000041(n)", "A001608(n)", "A000931(n)"),
    "Q": ("A002203(n)",),
    "S": ("A006318(n)",),
    "T": ("A000073(n)", "n*(n + 1)/2"),
    "j": ("A014551(n)",),
}
"""Well-known sequences that a name may denote, in any numbering, if the text does not define it."""

FUNCTIONS = tuple(
    dict.fromkeys(["binomial", "floor", "sqrt", "factorial", "Fibonacci", *CALLS.values(), *NAMED])
)
"""Names of functions, the most common ones first, for error messages."""

CITED = {name: name for name in ("F", "Lucas", "Pell", "Jacobsthal")}
CITED |= {NAMED[name].number: name for name in CITED} | dict.fromkeys(("Fibonacci", "fibonacci"), "F")
"""Names and numbers by which OEIS lines cite these sequences unambiguously."""


class Quotation(NamedTuple):
    """Sequence of the OEIS that formulas quote: its first index and a formula for all of its terms."""

    first_n: int
    formula: str


_QUOTED = """\
A000004: 0; A000007: [n = 0]; A000012: 1; A000027 from 1: n; A000032: L(n); A000035: n mod 2; A000045: F(n)
A000079: 2^n; A000108: binomial(2n, n)/(n + 1); A000124: n(n + 1)/2 + 1; A000129: Pell(n); A000142: n!
A000204 from 1: L(n); A000217: n(n + 1)/2; A000225: 2^n - 1; A000244: 3^n; A000290: n^2
A000073: sum(r^n/(3r^2 - 2r - 1) over r^3 - r^2 - r - 1 = 0)
A000292: n(n + 1)(n + 2)/6; A000302: 4^n; A000326: n(3n - 1)/2; A000578: n^3; A000984: binomial(2n, n)
A000931: sum(r^n (r^2 - 1)/(3r^2 - 1) over r^3 - r - 1 = 0); A001608: sum(r^n over r^3 - r - 1 = 0)
A001006: Sum_{k=0..floor(n/2)} binomial(n, 2k) binomial(2k, k)/(k + 1); A001045: J(n)
A001075: ((2 + sqrt(3))^n + (2 - sqrt(3))^n)/2; A001333: ((1 + sqrt(2))^n + (1 - sqrt(2))^n)/2
A001353: ((2 + sqrt(3))^n - (2 - sqrt(3))^n)/(2 sqrt(3))
A001835: ((3 - sqrt(3))(2 + sqrt(3))^n + (3 + sqrt(3))(2 - sqrt(3))^n)/6
A001850: Sum_{k=0..n} binomial(n, k) binomial(n + k, k); A001906: F(2n)
A002203: (1 + sqrt(2))^n + (1 - sqrt(2))^n; A002378: n(n + 1)
A002426: Sum_{k=0..floor(n/2)} binomial(n, 2k) binomial(2k, k); A002620: floor(n^2/4); A004526: floor(n/2)
A005408: 2n + 1; A005843: 2n; A006318: Sum_{k=0..n} binomial(n + k, n - k) binomial(2k, k)/(k + 1)
A014551: 2^n + (-1)^n; A033999: (-1)^n; A078008: (2^n + 2(-1)^n)/3
"""
QUOTATIONS = {
    number: Quotation(int(first or 0), formula)
    for number, first, formula in re.findall(r"(A[0-9]{6})(?: from ([0-9]))?: ([^;\n]+)", _QUOTED)
}
"""Most frequently quoted sequences that have a formula in this grammar."""

CONSTANTS = {
    "A000796": "pi",
    "A001622": "phi",
    "A002163": "sqrt(5)",
    "A002193": "sqrt(2)",
    "A002194": "sqrt(3)",
    "A014176": "1 + sqrt(2)",
    "A019973": "2 + sqrt(3)",
    "A104457": "phi^2",
}
"""Decimal expansions in the OEIS that denote their constant in limits."""

COUNTED = {"A000005": 1, "A000010": 1, "A000041": 0, "A000110": 0, "A000203": 1}
"""Quoted sequences without a formula in this grammar, with their first index: divisors, Euler's function,
partitions, ...
"""

KNOWN_NAMES = frozenset({*NAMED, *QUOTATIONS, *COUNTED})
"""All names that denote a well-known sequence."""
