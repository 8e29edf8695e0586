"""What is run: configurations, arms, roles, and the one place that puts an episode together."""
