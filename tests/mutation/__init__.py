"""How strong the tests are: which lines they come by, and whether they see small faults put into them.

``make coverage`` notes which tests run which lines. ``make mutate MODULE=transfer/strip/strip.py N=100`` says
how many faults were seen, and where the others are. A fault that no test can see, as in a limit that
only saves time, counts as not seen, unless ``equal.toml`` lists it with a reason.
"""
