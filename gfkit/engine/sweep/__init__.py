"""Sweeping a board with a machine: one ladder of ways, from slow and obvious to fast.

Each rung gives the polynomial of a machine, and is tested against the one below it
(tests/engine/test_sweep_ladder.py).

0. ``oracle``. Every position is listed; it shares nothing with the others but the rule and the board.
1. ``integers.dictionary_sweep``. A dictionary from states to polynomials, site by site: the definition.
2. ``integers``. The states are numbered beforehand, in layers (``layers``) that equal sites share, and
   a polynomial is one Python integer. Best where states are few, and the only way where numpy is not.
3. ``rung3_limbs``. Numbers are columns of machine words, swept from both ends to the middle.
4. ``rung4_dense``. No layers: where nearly all combinations are states, one array and its slices.
5. ``rung5_hashed``. Of what hangs together, and of groups with liberties: states are a few words
   (``codings``), found in a hash table by loops in C, and those that are met whole periods apart are
   stepped once. While they are few one call takes them over all sites (``hash_code.take_few``), and of sets
   of edges a loop in C writes what the sites do, from the graph alone (``edge_words``).

Strips go the same way, with what a slice does in place of a site: ``strip.automaton`` is rung 1 with a slice
as one step, ``modular.layout`` does eight primes at a time over the layers, ``modular.evaluation`` values at
points. ``count`` chooses the rung, and says beforehand what would not fit into memory.
"""
