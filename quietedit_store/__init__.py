"""PostgreSQL, stored pages: what has been seen, kept."""
