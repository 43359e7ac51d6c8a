"""Davood Bakhshesh, Mohammad Farshi, Mohammad Reza Hooshmandasl: 2-domination of Petersen graphs."""
