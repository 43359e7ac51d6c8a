"""Version of gfkit."""

__version__ = "1.0.0"
