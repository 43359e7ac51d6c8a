"""Sweeping a board with a machine: layers of states, and exact numbers carried over them."""
