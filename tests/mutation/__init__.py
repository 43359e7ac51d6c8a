"""How strong the tests are: small faults are put into a module, and the tests should see them.

``make mutate MODULE=transfer/strip/strip.py N=100 SEED=1`` says how many faults were seen, and where the
others are. A fault that no test can see, as in a limit that only saves time, counts as not seen.
"""
