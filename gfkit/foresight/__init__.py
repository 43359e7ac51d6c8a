"""What a run will take: smaller cases are timed and continued, and it is said how far that can be trusted."""
