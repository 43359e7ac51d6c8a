"""Classes specified by equations: their algebraic generating functions, recurrences, and proofs."""
