"""Series of a specification, from its text and the definition of each operation, in the slowest way.

A series is a table of the coefficients of t^a u^b with a below a length. Classes are iterated from the empty
class until they repeat.
"""

import re
from operator import add


class Series:
    def __init__(self, table, length):
        self.length = length
        self.table = {(a, b): c for (a, b), c in table.items() if c and a < length}

    def of(self, other):
        return other if isinstance(other, Series) else Series({(0, 0): other}, self.length)

    def __add__(self, other):
        table = dict(self.table)
        for power, c in self.of(other).table.items():
            table[power] = table.get(power, 0) + c
        return Series(table, self.length)

    def __mul__(self, other):
        table = {}
        for (a, b), c in self.table.items():
            for (i, j), d in self.of(other).table.items():
                table[a + i, b + j] = table.get((a + i, b + j), 0) + c * d
        return Series(table, self.length)

    def __pow__(self, exponent):
        total = self.of(1)
        for _ in range(exponent):
            total *= self
        return total

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self.of(other)

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self.of(other) / self

    def __truediv__(self, other):
        """Return the quotient by a series with constant term 1 or -1, or 0 before it is known."""
        below = self.of(other)
        unit = below.table.get((0, 0), 0)
        if unit not in (1, -1) or any(a == 0 and b for a, b in below.table):
            return self.of(0)
        return repeated(lambda total: (self - (below - unit) * total) * unit, self.of(0), self.length + 1)

    __radd__, __rmul__ = __add__, __mul__

    def divided(self, at):
        """Return (F(u) - F(at))/(u - at)."""
        table = {}
        for (a, b), c in self.table.items():
            for k in range(b):
                table[a, k] = table.get((a, k), 0) + c * at ** (b - 1 - k)
        return Series(table, self.length)

    def terms(self, at=0):
        row = [0] * self.length
        for (a, b), c in self.table.items():
            row[a] += c * at**b
        return row


def repeated(step, value, most):
    for _ in range(most):
        value, last = step(value), value
        if value.table == last.table:
            return value
    raise ValueError("does not repeat")


def sequences(least, most):
    def build(base):
        if most is None:
            return base**least * (1 / (1 - base))
        return sum((base**k for k in range(least, most + 1)), base.of(0))

    return build


def program(text):
    """Return a class as a Python expression."""
    text = re.sub(r"(?<![\^=.{_A-Za-z0-9'])(\d+)(?!\d|\.\.)", r"number(\1)", text)
    text = re.sub(r"SEQ_\{>=(\d+)\}", r"sequences(\1, None)", text)
    text = re.sub(r"SEQ_\{<=(\d+)\}", r"sequences(0, \1)", text)
    text = re.sub(r"SEQ_\{=(\d+)\}", r"sequences(\1, \1)", text)
    text = re.sub(r"SEQ_\{(\d+)\.\.(\d+)\}", r"sequences(\1, \2)", text)
    return re.sub(r"SEQ\(", "sequences(0, None)(", text).replace("^", "**")


def terms_of(text, length, at=None):
    """Return the first coefficients of the first class of a text; of F(t, at) if ``at`` is given. Raise
    ValueError if the iteration does not end.
    """
    sides = [part.split("=", 1) for part in text.split(";")]
    rights = {name.strip(): compile(program(right).strip(), "text", "eval") for name, right in sides}
    given = {"t": Series({(1, 0): 1}, length), "u": Series({(0, 1): 1}, length), "sequences": sequences}
    given["number"] = lambda value: Series({(0, 0): value}, length)
    values = {name: Series({}, length) for name in rights}
    (target, *_) = needed = list(rights)[:1]
    for name in needed:  # grows
        needed += [other for other in rights[name].co_names if other in rights and other not in needed]
    rights = {name: rights[name] for name in needed}
    for _ in range((length + 2) * (3 * len(rights) + 1)):
        more = {} if at is None else {"D": values[target].divided(at)}
        after = {name: eval(code, given | values | more) for name, code in rights.items()}
        if all(after[name].table == values[name].table for name in rights):
            return after[target].terms(at or 0)
        if any(abs(c) > 10**60 for one in after.values() for c in one.table.values()):
            break
        values = after
    raise ValueError("does not repeat")


def value_at(rows, f):
    """Return the first coefficients of a polynomial in t and f, given by [power of t, power of f, c]."""
    length, total = len(f), [0] * len(f)
    for a, k, c in rows:
        power = [c, *[0] * (length - 1)]
        for _ in range(k):
            power = [sum(power[i] * f[n - i] for i in range(n + 1)) for n in range(length)]
        total = list(map(add, total, [*[0] * a, *power][:length]))
    return total


def is_true(certificate, length=24):
    """Return True if the statement of a certificate holds for the first terms of its own text."""
    f = terms_of(certificate["specification"], length, certificate["origin"].get("at"))
    listed = certificate["terms"][:length]
    total, derivative = [0] * length, f
    for row in certificate["coefficients"]:
        for a, c in enumerate(row):
            total = list(map(add, total, [*[0] * a, *(c * x for x in derivative)][:length]))
        derivative = [*(k * c for k, c in enumerate(derivative) if k), 0]
    kept = length - len(certificate["coefficients"])
    right = [*certificate["right"], *[0] * length]
    return (
        f[: len(listed)] == listed
        and not any(value_at(certificate["law"], f))
        and total[:kept] == right[:kept]
    )
