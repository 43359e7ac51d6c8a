"""Small changes that make a refuted formula right, found by trying, each checked exactly."""
