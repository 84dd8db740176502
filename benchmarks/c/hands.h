/* The rules of cards that both programs need, written as the rulebook writes them. */

enum { TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE };

enum {
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH,
    ROYAL_FLUSH
};

static const int64_t WHEEL = 1 << ACE | 15;
static const int64_t EVERY_RANK = 0x1111111111111;

static inline int64_t highest_straight(int64_t ranks)
{
    int64_t runs = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4;
    int64_t top = -1;
    while (runs) {
        top++;
        runs >>= 1;
    }
    if (top >= 0)
        return top + 4;
    return (ranks & WHEEL) == WHEEL ? FIVE : -1;
}

static inline int64_t of_a_kind(int64_t tally)
{
    int64_t twos_and_threes = tally >> 1 & EVERY_RANK;
    int64_t threes = twos_and_threes & tally;
    int64_t pairs = twos_and_threes ^ threes;
    if (tally >> 2 & EVERY_RANK)
        return FOUR_OF_A_KIND;
    if (threes)
        return pairs || (threes & (threes - 1)) ? FULL_HOUSE : THREE_OF_A_KIND;
    if (pairs)
        return pairs & (pairs - 1) ? TWO_PAIR : PAIR;
    return HIGH_CARD;
}

static inline int64_t flush_ranks(const int64_t cards[6])
{
    int64_t suits = 0x3333, ranks = 0;
    for (int i = 0; i < 6; i++)
        suits += (int64_t)1 << 4 * (cards[i] & 3);
    if (suits & 0x8888)
        for (int i = 0; i < 6; i++)
            if (suits >> 4 * (cards[i] & 3) & 8)
                ranks |= (int64_t)1 << (cards[i] >> 2);
    return ranks;
}

static inline int64_t best_five_of_six(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f)
{
    const int64_t cards[6] = {a, b, c, d, e, f};
    int64_t suited = flush_ranks(cards);
    if (suited) {
        int64_t top = highest_straight(suited);
        if (top >= 0)
            return top == ACE ? ROYAL_FLUSH : STRAIGHT_FLUSH;
    }
    int64_t tally = 0, ranks = 0;
    for (int i = 0; i < 6; i++) {
        tally += (int64_t)1 << 4 * (cards[i] >> 2);
        ranks |= (int64_t)1 << (cards[i] >> 2);
    }
    int64_t best = of_a_kind(tally);
    if (suited && best < FLUSH)
        return FLUSH;
    if (best < STRAIGHT && highest_straight(ranks) >= 0)
        return STRAIGHT;
    return best;
}
