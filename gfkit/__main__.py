"""``python -m gfkit`` is the command ``gfkit``."""

import sys

from gfkit.cli.main import main

sys.exit(main())
