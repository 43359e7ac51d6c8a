"""Laboratory: gfkit in a browser, as a page that needs no network."""
