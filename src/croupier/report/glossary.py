"""The words of the documents, each with one meaning."""

from typing import Final

WORDS: Final = (
    ("average units wagered", "What is finally wagered in a round for each unit placed before it, raises included."),
    ("band", "The range in which the actual return to player lies in 90, 95 or 99 of 100 runs of so many rounds."),
    ("combinations", "The number of ways in which the cards and dice can fall, all equally likely."),
    ("correlation", "The covariance of two wagers, divided by the product of their standard deviations, from -1 to 1."),
    ("covariance", "How far the results of two wagers go together: positive where they tend to win together."),
    ("edge, or house edge", "What the bank wins of each unit of the wager placed before the deal, on average."),
    ("element of risk", "What the bank wins of each unit finally wagered, raises included, on average."),
    ("exposure", "The most that the bank can lose in one round with every wager at its limit."),
    ("hit frequency", "The probability of winning anything."),
    ("house rules", "What a house may set: numbers of decks, paytables, procedures, limits, readings."),
    ("Kelly stake", "The stake that makes a bankroll grow fastest in the long run; none where there is no advantage."),
    ("line", "One outcome of a wager, and what it pays."),
    ("margin", "What the best option gains on the next best, per unit."),
    ("N0", "The number of rounds after which the expected loss is as large as one standard deviation."),
    ("odds", "What a winning unit is paid on top of itself: 3:1 pays three units, and the stake comes back."),
    ("player-dealer", "A player who banks a round with a wager, and can win or lose no more than that wager."),
    ("push", "The stake comes back and nothing is won."),
    ("return", "The probability of an outcome times what it pays; the sum of all is the expected result of a unit."),
    ("return to player", "What comes back of each unit on average, the unit itself included: 1 less the house edge."),
    ("ruling", "How a document is read where it is silent or contradicts itself."),
    ("simple strategy", "The best strategy that a short table can tell: one cut for each thing that is seen."),
    ("skewness", "How lopsided the results are: positive where a few large wins stand against many losses."),
    ("standard deviation", "How far the result of a round lies from its mean: the root of the variance."),
    ("true odds", "How many rounds without an outcome there are for each round with it, on average."),
    ("variance", "The mean square of the distance of a round's result from its mean."),
    ("volatility index", "1.645 standard deviations; over √n, what nine of ten long runs of n rounds stay within."),
    ("z-score", "How many standard errors a simulated mean lies above the exact one."),
)  # fmt: skip
