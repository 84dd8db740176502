"""The live house over HTTP: commands by POST, events by server-sent events, and nothing that knows a rule."""
