"""Statements with certified decimals: growth, and the roots that a closed form numbers."""

from __future__ import annotations

from gfkit.sequences import ClosedForm, Growth

_SHOWN = 6
"""How many numbered roots of one polynomial are printed."""


def growth_text(growth: Growth) -> str:
    """The statement in plain text."""
    if not growth.dominant:
        return growth.note
    power = "" if not growth.power else " * n" if growth.power == 1 else f" * n^{growth.power}"
    text = f"a(n) ~ C * lambda^n{power}, lambda = {growth.value}"
    if growth.constant:
        text += f", C = {growth.constant.value}"
    elif growth.constants:
        listed = ", ".join(ball.value for ball in growth.constants)
        text += f", C = {listed} for n = 0, 1, ... mod {growth.period}"
    return text + (f" ({growth.note})" if growth.note else "")


def growth_latex(growth: Growth) -> str:
    r"""The statement in LaTeX.

    >>> from gfkit.sequences import RationalGF, growth
    >>> print(growth_latex(growth(RationalGF.parse("t/(1 - 4*t + 4*t^2)"), 5)))
    a(n) \sim C \lambda^{n} n, \quad \lambda = 2, \quad C = 0.500000
    """
    if not growth.dominant:
        return rf"\text{{{growth.note}}}"
    power = "" if not growth.power else " n" if growth.power == 1 else f" n^{{{growth.power}}}"
    text = rf"a(n) \sim C \lambda^{{n}}{power}, \quad \lambda = {_latex_number(growth.value)}"
    if growth.constants:
        listed = ", ".join(_latex_number(ball.value) for ball in growth.constants)
        text += rf", \quad C = {listed}"
    if len(growth.constants) > 1:
        text += rf" \quad (n \equiv 0, 1, \dots \pmod{{{growth.period}}})"
    return text + (rf" \quad \text{{({growth.note})}}" if growth.note else "")


def _latex_number(text: str) -> str:
    digits, _, power = text.partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits


def root_decimals(form: ClosedForm) -> str:
    """The decimals of the roots that a closed form numbers, polynomial by polynomial."""
    text = ""
    for listed in form.numbered(20):
        shown = ", ".join(map(str, listed[:_SHOWN]))
        text += f"; {shown}" + (f" and {len(listed) - _SHOWN} more" if len(listed) > _SHOWN else "")
    return text
