"""Equal counts of two rules: identities with proofs, and boards that distinguish the rules."""
