"""One rule a module: a comparison in, findings out."""
