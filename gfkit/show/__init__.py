"""Results as people see them: cards, pictures, reports, and their forms in notebooks."""
