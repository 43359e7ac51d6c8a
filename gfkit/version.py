"""Version of gfkit."""

__version__ = "0.2.0"
