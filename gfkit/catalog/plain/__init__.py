"""The slow and obvious second ways. They read rules and boards as the engines do, and share no more."""
