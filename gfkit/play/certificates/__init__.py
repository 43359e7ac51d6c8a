"""Winners, nimbers, values, periods and quotients as files, for the checkers of ``gfkit.proofs``."""
