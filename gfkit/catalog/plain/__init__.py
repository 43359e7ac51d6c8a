"""The slow and obvious second ways: nothing here shares code with the engines that it checks."""
