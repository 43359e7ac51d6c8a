"""How runs go: over many workers, for long, and on again after they were stopped."""
