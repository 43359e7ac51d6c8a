"""Games with equal profiles on classes of graphs: theorems of gfkit about a question of a paper."""
