"""What the computer gives: memory, files and folders, processes, and work that is kept."""
