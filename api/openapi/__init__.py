"""The generator of the OpenAPI document."""
