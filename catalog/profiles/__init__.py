"""Brown, Cox, Hoefel, McKay, Milley, Nowakowski and Siegel: A note on polynomial profiles."""
