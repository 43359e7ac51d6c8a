"""Count by tree decompositions and by branching: boards without a cell order of small frontier."""
