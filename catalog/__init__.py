"""Published claims and their checks, a folder for each paper; gfkit.catalog reads and runs them."""
