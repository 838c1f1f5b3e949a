"""What administrators do: suspend players, limit callers, close tables; and what they did."""

TAG = "Administration"
