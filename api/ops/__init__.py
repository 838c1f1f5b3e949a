"""What operators and clients ask of the server itself: health, metrics, the meaning of problems."""

TAG = "Health"
