"""Made-up hostile input for every command and reader, killed runs, and damaged stores."""
