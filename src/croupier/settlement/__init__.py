"""What does this pay? One described round, settled by the table itself."""
