"""The site that ``make docs`` builds from these pages: every block is run, and no page needs a network."""

import os
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent / "_ext"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from gfkit.core.version import __version__

_PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
_ADDRESS = _PROJECT["urls"]["Documentation"].rstrip("/") + "/"

project = "gfkit"
gfkit_description = _PROJECT["description"]
author = ""
copyright = ""  # noqa: A001
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "gfkit_docs",
]
exclude_patterns = ["_ext", "_static"]
source_suffix = {".md": "markdown"}
root_doc = "index"

myst_enable_extensions = ["dollarmath", "attrs_block", "attrs_inline"]
myst_url_schemes = {"http": None, "https": None, "mailto": None, "laboratory": None}
myst_heading_anchors = 4
myst_dmath_double_inline = True

suppress_warnings = ["ref.python"]  # words in the types of parameters, such as graph, that are attributes too
autosummary_generate = False  # tables only
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_default_options = {"members": True, "undoc-members": False}
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"gfkit {version}"
html_short_title = "gfkit"
_HOST = os.environ.get("READTHEDOCS_CANONICAL_URL", "")
html_baseurl = _HOST if "example.org" in _ADDRESS else _ADDRESS  # or --define html_baseurl=ADDRESS/
html_extra_path = ["reference/certificate.schema.json", "reference/rule-file.schema.json"]
_CHECKERS = ("lab/page/button.js", "proofs/verified.js")  # "check it here" in pages of structures
html_static_path = ["_static", "../gfkit/show/fonts", *(f"../gfkit/{name}" for name in _CHECKERS)]
html_css_files = ["gfkit.css"]
html_js_files = ["page.js"]
html_favicon = "../gfkit/lab/page/icon.svg"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_math_renderer = "mathml"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5f8b", "color-brand-content": "#1f5f8b"},
    "dark_css_variables": {"color-brand-primary": "#7fb8e0", "color-brand-content": "#7fb8e0"},
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-dark"
highlight_language = "none"
smartquotes = False  # dots and quotes are part of boards and formulas
