"""Games: their properties, rules, components and leaderboards."""

TAG = "Games"
