"""What all tests share."""

from hypothesis import settings

# Shared machines stall; how long a property takes is no part of what it says.
settings.register_profile("gfkit", deadline=None)
settings.load_profile("gfkit")
