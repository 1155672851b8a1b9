"""What the MCP server says of itself, for those who need no more of it."""

PROFILES = ("default", "extended")
INSTRUCTIONS = (
    "Long-term memory of the user and the people in their life. Call recall before answering what may depend on what "
    "the user told earlier; call remember when they tell something worth keeping or ask for it. Never keep secrets."
)
