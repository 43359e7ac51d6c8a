"""Work in batches: what a batch is, and how batches are done by whoever can do them."""

from gfkit.batch.batch import Batch
from gfkit.batch.flight import UNLIKE, Care
from gfkit.batch.identity import identity
from gfkit.batch.store import Store
from gfkit.batch.work import Work

__all__ = ["UNLIKE", "Batch", "Care", "Store", "Work", "identity"]
