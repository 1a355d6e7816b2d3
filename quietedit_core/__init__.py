"""What is true without any network, clock, disk or database."""
