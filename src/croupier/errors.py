"""The one error that refuses: what was wrong, where, under which clause, and what would be right."""


class Refused(Exception):
    """Something was asked that the rules do not allow; nothing was changed."""

    def __init__(self, reason: str, *, clause: str = "", field: str = "") -> None:
        """Take the reason as a clause-less sentence without its full stop."""
        self.reason = reason
        self.clause = clause
        self.field = field
        super().__init__(str(self))

    def __str__(self) -> str:
        """Give the whole sentence: field, reason, clause."""
        where = f"{self.field}: " if self.field else ""
        which = f" ({self.clause})" if self.clause else ""
        return f"{where}{self.reason}{which}."

    def at(self, field: str) -> "Refused":
        """Give the same refusal with the place it was met; a place already known stays."""
        return Refused(self.reason, clause=self.clause, field=self.field or field)


class BooksDoNotBalance(Exception):
    """Money appeared, vanished or went below zero: a fault in the program, never a player's mistake."""
