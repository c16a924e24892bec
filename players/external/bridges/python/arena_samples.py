"""The sample codes of the codemaker of the match, which `scsa.samples` offers to players."""

samples = []
