"""What the modules of the course's interface know of the match: `scsa.samples` and `scsa.repeats` offer it to players."""

# The sample codes of the codemaker.
samples = []
# Whether a color may come twice in a code.
repeats = True
