"""Checkpoints: directories with the states of one sweep by blocks, which can be interrupted at any time.

A directory belongs to one query and one version of gfkit (``identity``). For each component it contains a
manifest, and a file for each block of the current epoch and of the epoch before. A file is written
completely before it gets its name. Every packet in it is sealed with a checksum over its content, its block
and its part, so that bytes that changed, and files that were exchanged, are noticed whenever a packet is
read. A block of the unfinished epoch that is not intact is computed again; if the epoch before is
corrupted, the sweep ends with an error. One process at a time uses a directory.

The file of a block: for each part, and for the numbers of the block, the position of its end, as words of
eight bytes; then the sealed packets.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from hashlib import blake2b
from pathlib import Path
from shutil import disk_usage
from typing import Any, Self

from gfkit.core.engine.sweep.engine6_blocks import BlockNumbers, BlockStore, Manifest
from gfkit.core.errors import InputError, LimitError, SelfCheckError, as_typed
from gfkit.runs.identity import identity
from gfkit.runs.store import LOCKED, lock_directory

_SEAL = 8
"""Bytes of a checksum; another content has the same one with probability 2^-64."""
_WORD = 8
_OWN = "sweep.json"


class Checkpoint:
    """Directory of a sweep, as a context manager. Without ``query``, it is temporary and has no lock.

    Raise InputError if the directory belongs to another query or version, or if another process uses it.
    """

    def __init__(self, folder: str | Path, query: Sequence[object] | None = None) -> None:
        self.folder, self.is_durable = Path(folder), query is not None
        self._name, self._lock = as_typed(str(folder)), ExitStack()
        self._is_locked = False
        self._run = identity(sys.byteorder, *query) if query is not None else ""
        if query is not None and self.folder.exists():
            self._check_own()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    @property
    def free_bytes(self) -> int:
        """Free space of the disk."""
        return disk_usage(self.folder).free

    def component(self, number: int, program: bytes) -> ComponentBlocks:
        """Return the store of a component, which is identified by the program of its sweep."""
        if self.is_durable and not self._is_locked:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._lock.enter_context(lock_directory(self.folder, waits=False))
                self._check_own()
                write_sealed(
                    self.folder / _OWN, {"format": "gfkit sweep by blocks", "run": self._run}, "sweep"
                )
            except OSError as error:
                why = f"is in use by another process, or cannot be written ({error.strerror})"
                raise InputError(f"checkpoint {self._name} {why}") from None
            self._is_locked = True
        return ComponentBlocks(self, number, blake2b(program, digest_size=16).hexdigest())

    def _check_own(self) -> None:
        """Raise InputError unless the directory is empty or belongs to this run."""
        try:
            others = [path for path in self.folder.iterdir() if path.name != LOCKED]
        except OSError as error:
            raise InputError(f"checkpoint {self._name} is not a directory: {error.strerror}") from None
        if not others:
            return
        if not (self.folder / _OWN).exists():
            if all(path.name == f"{_OWN}.draft" for path in others):
                return
            raise InputError(
                f"checkpoint {self._name} contains other files; name a new or an empty directory"
            )
        found = read_sealed(self.folder / _OWN, "sweep", self._name)
        if found is None or found.get("run") != self._run:
            raise InputError(
                f"checkpoint {self._name} belongs to another query or another version of gfkit; name another"
                " directory"
            )


class ComponentBlocks(BlockStore):
    """Store of the blocks of one component in the directory of a checkpoint."""

    def __init__(self, checkpoint: Checkpoint, number: int, program: str) -> None:
        super().__init__()
        self._folder, self._is_durable = checkpoint.folder, checkpoint.is_durable
        self._number, self._program, self._name = number, program, checkpoint._name

    def _path(self, block: str) -> Path:
        return self._folder / f"{self._number}-{block}.block"

    def load(self) -> Manifest | None:
        """Return the last manifest, or None if there is none."""
        path = self._folder / f"{self._number}.json"
        if not path.exists():
            return None
        manifest = read_sealed(path, self._program, self._name)
        if manifest is None:
            raise InputError(f"checkpoint {self._name} is corrupted; delete it, or name another directory")
        return manifest

    def save(self, manifest: Manifest, blocks: Sequence[str]) -> None:
        """Write the manifest, then delete the files of all other blocks."""
        self._attempt(lambda: write_sealed(self._folder / f"{self._number}.json", manifest, self._program))
        kept = {self._path(block) for block in blocks}
        for path in self._folder.glob(f"{self._number}-*"):
            if path not in kept:
                with suppress(OSError):
                    path.unlink()

    def write(self, block: str, packets: Sequence[bytes], numbers: BlockNumbers) -> None:
        """Write the file of a block. Raise LimitError if there is no space left."""
        sealed = [
            _seal(packet, f"{self._program} {block} {part}") + packet
            for part, packet in enumerate([*packets, json.dumps(numbers).encode()])
        ]
        ends, end = bytearray(), _WORD * len(sealed)
        for packet in sealed:
            end += len(packet)
            ends += end.to_bytes(_WORD, "little")
        self._attempt(lambda: _write(self._path(block), (bytes(ends), *sealed), is_durable=self._is_durable))

    def _attempt(self, write: Any) -> None:
        try:
            write()
        except OSError as error:
            raise LimitError(
                f"stopped, because {self._name} cannot be written: {error.strerror or error}; the checkpoint"
                " is intact up to the last epoch"
            ) from None

    def find(self, block: str) -> BlockNumbers | None:
        """Return the numbers of a stored block, or None if it is missing or corrupted."""
        parts = int(block.rpartition("-")[2])
        try:
            for part in range(parts):
                self.read(block, part)
            before, after, transitions, steps = json.loads(self.read(block, parts))
            return BlockNumbers(before, after, transitions, tuple(steps))
        except SelfCheckError:
            return None

    def read(self, block: str, part: int) -> bytes:
        """Return a packet of a block. Raise SelfCheckError if it is missing or corrupted."""
        parts = int(block.rpartition("-")[2])
        try:
            with self._path(block).open("rb", buffering=0) as file:
                file.seek(_WORD * max(0, part - 1))
                ends = file.read(_WORD * (1 + (part > 0)))
                begin = int.from_bytes(ends[:_WORD], "little") if part else _WORD * (parts + 1)
                file.seek(begin)
                packet = file.read(max(0, int.from_bytes(ends[-_WORD:], "little") - begin))
        except (OSError, OverflowError, ValueError, MemoryError):
            packet = b""
        if packet[:_SEAL] != _seal(packet[_SEAL:], f"{self._program} {block} {part}"):
            raise SelfCheckError(
                f"block {block} in {self._name} is corrupted; delete the directory, and start the sweep again"
            )
        return packet[_SEAL:]


def _seal(packet: bytes, place: str) -> bytes:
    """Return the checksum of a packet and its place."""
    return blake2b(packet, key=blake2b(place.encode()).digest(), digest_size=_SEAL).digest()


def write_sealed(path: Path, value: Manifest, place: str) -> None:
    """Write a JSON object and its checksum atomically."""
    text = json.dumps(value, sort_keys=True).encode()
    _write(path, (text, b"\n", _seal(text, place).hex().encode(), b"\n"), is_durable=True)


def read_sealed(path: Path, place: str, name: str) -> Manifest | None:
    """Return a JSON object, or None if its checksum is wrong."""
    try:
        text, _, seal = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise InputError(f"checkpoint {name} cannot be read: {error.strerror}") from None
    found: Manifest | None = json.loads(text) if seal.strip() == _seal(text, place).hex().encode() else None
    return found


def _write(path: Path, content: Sequence[bytes], *, is_durable: bool) -> None:
    """Write a file atomically; the directory belongs to this process."""
    draft = path.with_name(f"{path.name}.draft")
    try:
        with draft.open("wb") as file:
            file.writelines(content)
            if is_durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
