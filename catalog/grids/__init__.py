"""Daniel Gonçalves, Alexandre Pinlou, Michaël Rao, Stéphan Thomassé: The domination number of grids."""
