# What I tried first.
