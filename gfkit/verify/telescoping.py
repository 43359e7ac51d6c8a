from __future__ import annotations
def telescoped(side, gf, start):
    return None
