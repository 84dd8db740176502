"""Practice for dealers: a resolved layout, and what each wager of it pays.

`Drill` chooses layouts and takes answers; it is given its chance, and the seconds that an answer took. What is kept
between drills is in `progress`, the only module here that touches files.

>>> import croupier
>>> from croupier.drill import Chance
>>> drill = Drill(croupier.game("baccarat").rulebook, Chance.seeded("evening"), level=1)
>>> layout = drill.next_layout()
>>> question = drill.questions(layout)[0]
>>> drill.answer(question, question.right).is_right
True
>>> paid = croupier.settle(layout.described).to_rows()
>>> croupier.money.cents_from(paid[0]["result"]) == question.right
True
"""

from croupier.chance import Chance
from croupier.drill.drill import Drill, Given
from croupier.drill.layout import Layout
from croupier.drill.question import Question
from croupier.drill.schedule import Answered, Card, Schedule
from croupier.drill.score import Score

__all__ = ["Answered", "Card", "Chance", "Drill", "Given", "Layout", "Question", "Schedule", "Score"]
