"""Cards of constants of the plane: bounds, their derivation, and a separate estimate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from gfkit.constants import PlaneConstant
from gfkit.constants.enclosure import bound_text, interval
from gfkit.core.typing import Positions
from gfkit.show import card as cards

_PLACES = 16


def constant_card(found: PlaneConstant) -> cards.Card:
    """Return the card of a growth constant: proved digits, bounds, estimate, hypotheses."""
    title = f"{found.game}{Positions(found.positions).title_end}: growth constant per cell of the plane"
    if found.lattice != "square":
        title = title.replace("the plane", f"the {found.lattice} lattice")
    if found.weight != 1:
        title += f", weight {found.weight} for each piece"
    upper = "none proved"
    if found.upper is not None:
        upper = f"{bound_text(found.upper.value, up=True, places=_PLACES)}, {_source(found.upper.source)}"
    exact, estimate, value = found.exact, found.estimate_digits, None
    if exact is not None:
        value = " = ".join(dict.fromkeys((exact.formula, f"{float(exact.low):.10g}"))) + f" ({exact.theorem})"
    lower = f"{bound_text(found.lower.value, up=False, places=_PLACES)}, {_source(found.lower.source)}"
    digits = f"{found.digits}..." if found.digits else "none"
    rows = cards.rows_of(
        ("exact value", value),
        *(
            [
                ("proved digits", digits),
                ("lower bound", lower),
                ("upper bound", upper),
                ("notation", _notation(f"{lower} {upper}")),
            ]
            if found.strips
            else []
        ),
        ("logarithm", None if found.free_energy is None else _between(found.free_energy)),
        ("capacity", f"{_between(found.capacity)} bits" if found.in_bits and found.capacity else None),
        ("density", None if found.means is None else _between(found.means.density)),
        ("entropy", None if found.means is None else _between(found.means.entropy)),
        ("estimate", None if exact or not estimate else f"{estimate}: {found.reason}"),
        *(("hypothesis", f"{text}; checked") for text in found.grounds.why),
    )
    return cards.Card(title, rows, found.evidence)


def _source(source: str) -> str:
    return f"from {source}"


def _notation(bounds: str) -> str | None:
    """Return the definitions of L_m and R_m if the bounds contain them.

    >>> _notation("1.43, from (L_6/L_5)^(1/1)")
    'L_m: growth constant of the strip with m rows'
    """
    used = [word for word in ("L_m: strip", "R_m: cylinder") if word[:2] in bounds]
    names, shapes = zip(*(word.split(": ") for word in used), strict=True) if used else ((), ())
    constants = "growth constants" if len(used) > 1 else "growth constant"
    on = " and ".join(f"the {shape}" for shape in shapes)
    return f"{', '.join(names)}: {constants} of {on} with m rows" if used else None


def _between(ends: tuple[Fraction, Fraction]) -> str:
    low, high = interval(ends)
    return f"{low} to {high}"


CARDS: Mapping[str, Callable[..., cards.Card]] = {"PlaneConstant": constant_card}
