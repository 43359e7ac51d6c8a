"""Texts of users that go into markup."""

from __future__ import annotations


def printable(words: str) -> str:
    """A text without the control characters that no XML document may hold.

    >>> printable("a" + chr(0) + "b")
    'a?b'
    """
    return "".join(
        sign
        if sign in "\t\n\r"
        or (sign >= " " and not "\ud800" <= sign <= "\udfff" and sign < "\ufffe")
        or sign > "\uffff"
        else "?"
        for sign in words
    )
