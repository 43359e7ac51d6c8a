"""Named properties by topic: METHODS of each module has, for every property, its methods by name."""
