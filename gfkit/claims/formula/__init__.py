"""Values of printed closed forms: exact, as balls, and by the dimension of their spaces."""
