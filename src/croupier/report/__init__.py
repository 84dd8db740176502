"""The documents a game lives by, computed from its rulebook and the engines.

A `GameReport` works out every figure, once and only when somebody asks for it. Each kind of document (`mathematics`,
`rules_of_play`, `rack_card`, `dealers_guide`) makes a `Document` from it, a tree of plain values, and a renderer writes
that as PDF, HTML or Markdown. The workbook is written from the same `GameReport`. Nothing is typed in: a figure in a
document is a `Figure`, which keeps the exact value beside the text that is printed.
"""
