"""PySDD (C): sentential decision diagrams."""

from .ganak import board
from .race import Peer

WORK = """
clauses = {clauses}
manager = SddManager(var_count=max(map(max, clauses)), auto_gc_and_minimize=False)
formula = manager.true()
for clause in clauses:
    part = manager.false()
    for variable in clause:
        part = part | manager.literal(variable)
    formula = formula & part
found = manager.global_model_count(formula)
"""

PEER = Peer("PySDD", (board(7, WORK, "from pysdd.sdd import SddManager"),), packages=("PySDD",))
