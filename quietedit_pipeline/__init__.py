"""Dagster: when things happen, and in what order."""
