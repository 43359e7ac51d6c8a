"""What a site does to labels, for machine code: the same as ``layers`` does by numpy, row by row."""

from __future__ import annotations

from typing import Any

OWN = 255
"""The label of the cell of a site, before labels are numbered anew."""


def relabel(
    labels: Any, counts: Any, ended: Any, joined: Any, leaving: Any, own: int, member: int, wakes: int,
    cap: int, still: Any, now: Any, names: Any, stamps: Any,
) -> None:  # fmt: skip
    """Takes labels, rows of states by tracks, over a site.

    ``counts`` has closed cycles in its column 1, alike from the number ``cap`` on if that is not -1;
    ``ended`` is written: how many components are complete. ``still`` has tracks, and ``now`` by these and
    rows whether the cell there can be joined to nothing more. Names and stamps are room for all labels.
    """
    rows, width = labels.shape
    stamps[:] = 0
    for r in range(rows):
        number = 0
        for track in joined:
            label = labels[r, track]
            if label == 255:
                if cap >= 0 and counts[r, 1] < cap:
                    counts[r, 1] += 1
            elif label:
                for k in range(width):
                    if labels[r, k] == label:
                        labels[r, k] = 255
            elif wakes:
                labels[r, track] = 255
        for track in leaving:
            label = labels[r, track]
            labels[r, track] = 0
            if label and label != 255:
                found = False
                for k in range(width):
                    found = found or labels[r, k] == label
                number += not found
        if own >= 0:
            labels[r, own] = 255 if member else 0
        elif member:
            found = False
            for k in range(width):
                found = found or labels[r, k] == 255
            number += not found
        for s in range(len(still)):
            label = labels[r, still[s]]
            if label and now[s, r]:
                labels[r, still[s]] = 0
                found = False
                for k in range(width):
                    found = found or labels[r, k] == label
                number += not found
        ended[r] = number
        most = 0
        for k in range(width):
            label = labels[r, k]
            if label:
                if stamps[label] != r + 1:
                    most += 1
                    stamps[label] = r + 1
                    names[label] = most
                labels[r, k] = names[label]
