"""Engines that sweep a board with an automaton, in order of increasing speed and complexity.

Each engine computes the polynomial of an automaton, and is tested against the engine before it
(tests/engine/test_sweep_ladder.py).

0. ``oracle``. All configurations are enumerated; it shares only the rule and the board with
   the other engines.
1. ``engine.reference``. A dictionary from states to polynomials, variable by variable: the definition. It
   shares only constraints with the engines below.
2. ``engine2_integers``. The states are numbered in advance, in transition tables (``layers``) shared by equal
   steps, and a polynomial is one Python integer. It is best for few states, and needs neither numpy nor the C
   extension.
3. ``engine3_limbs``. Numbers are columns of machine words, swept from both ends to the middle.
4. ``engine4_dense``. No transition tables: if nearly all tuples of track values are states, the vector is one
   array, and steps add slices of it.
5. ``engine5_hashed``. For connectivity constraints and groups with liberties: states are a few machine words
   (``codings``) in a hash table of the C extension. The transitions of states that recur after whole periods
   are computed once (``engine5_many_states``). While there are few states, one call sweeps them over all
   steps, without numpy (``engine5_few_states``); so are automata on tracks without weights. For sets of
   edges, the C extension generates the steps from the graph alone (``edge_words``).
6. ``engine6_blocks``. For all states that are machine words, without weights: blocks of states that have no
   common successors within some steps (``epochs``) are advanced on several cores, in memory or in files.
   Numbers are residues. It needs a tenth of the memory.

Weights in more than two letters have their own engine, ``letters``: a dictionary for each state, over the
transition tables.

Strips are swept in the same way, with one slice per step: ``strip.automaton`` uses a dictionary with
slices as steps, ``modular.layout`` processes eight primes at a time over the transition tables, and
``modular.evaluation`` computes values at points. ``count`` selects the engine, and estimates the memory
before the sweep.
"""
