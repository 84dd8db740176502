/* The rules of cards that several programs need, written as the rulebook writes them.

   With TABLES, what depends on a set of ranks alone is looked up: 64 KiB in four tables, filled before the clock starts. */

enum { TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE };

enum {
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH,
    ROYAL_FLUSH
};

static const int64_t EVERY_RANK = 0x1111111111111;

/* Sets of ranks, a bit for each */

static inline int64_t highest_worked_out(int64_t ranks)
{
    while (ranks & (ranks - 1))
        ranks &= ranks - 1;
    return ranks;
}

static inline int64_t without_lowest(int64_t ranks, int count)
{
    for (int i = 0; i < count; i++)
        ranks &= ranks - 1;
    return ranks;
}

static inline int64_t highest_five_worked_out(int64_t ranks)
{
    for (int64_t beyond = without_lowest(ranks, 5); beyond; beyond &= beyond - 1)
        ranks &= ranks - 1;
    return ranks;
}

static inline int64_t highest_run_worked_out(int64_t ranks)
{
    int64_t from_low_ace = ranks << 1 | (ranks >> ACE & 1);
    int64_t twos = from_low_ace & from_low_ace >> 1;
    return highest_worked_out(twos & twos >> 2 & twos >> 3) << 3;
}

#ifdef TABLES

static uint16_t highest_of[8192], without_two_of[8192], highest_five_of[8192], highest_run_of[8192];

static inline void fill_tables(void)
{
    for (int ranks = 0; ranks < 8192; ranks++) {
        highest_of[ranks] = highest_worked_out(ranks);
        without_two_of[ranks] = without_lowest(ranks, 2);
        highest_five_of[ranks] = highest_five_worked_out(ranks);
        highest_run_of[ranks] = highest_run_worked_out(ranks);
    }
}

static inline int64_t highest(int64_t ranks) { return highest_of[ranks]; }
static inline int64_t highest_five(int64_t ranks) { return highest_five_of[ranks]; }
static inline int64_t highest_run(int64_t ranks) { return highest_run_of[ranks]; }
static inline int64_t kept(int64_t ranks, int unplayed)
{
    return unplayed == 2 ? without_two_of[ranks] : without_lowest(ranks, unplayed);
}

#else

static inline void fill_tables(void) {}
static inline int64_t highest(int64_t ranks) { return highest_worked_out(ranks); }
static inline int64_t highest_five(int64_t ranks) { return highest_five_worked_out(ranks); }
static inline int64_t highest_run(int64_t ranks) { return highest_run_worked_out(ranks); }
static inline int64_t kept(int64_t ranks, int unplayed) { return without_lowest(ranks, unplayed); }

#endif

static inline int64_t suited_ranks(const int64_t cards[], int count)
{
    int64_t suits = 0x3333, ranks = 0;
    for (int i = 0; i < count; i++)
        suits += (int64_t)1 << 4 * (cards[i] & 3);
    if (suits & 0x8888)
        for (int i = 0; i < count; i++)
            if (suits >> 4 * (cards[i] & 3) & 8)
                ranks |= (int64_t)1 << (cards[i] >> 2);
    return ranks;
}

/* Strengths */

static inline int64_t strength_of(int64_t category, int64_t named, int64_t beside)
{
    return category << 26 | named << 13 | beside;
}

static inline int64_t pairs_or_high_card(int64_t once, int64_t twice, int unplayed)
{
    int64_t higher_pairs = twice & (twice - 1);
    if (higher_pairs & (higher_pairs - 1))
        return strength_of(TWO_PAIR, higher_pairs, kept(once ^ higher_pairs, unplayed - 1));
    return strength_of(higher_pairs ? TWO_PAIR : twice ? PAIR : HIGH_CARD, twice, kept(once ^ twice, unplayed));
}

static inline int64_t best_five(const int64_t cards[], int count)
{
    int64_t suited = suited_ranks(cards, count);
    if (suited) {
        int64_t run = highest_run(suited);
        if (run)
            return strength_of(run == 1 << ACE ? ROYAL_FLUSH : STRAIGHT_FLUSH, run, 0);
        return strength_of(FLUSH, 0, highest_five(suited));
    }
    int64_t once = 0, twice = 0, thrice = 0, four = 0;
    for (int i = 0; i < count; i++) {
        int64_t rank = (int64_t)1 << (cards[i] >> 2);
        four |= thrice & rank;
        thrice |= twice & rank;
        twice |= once & rank;
        once |= rank;
    }
    if (four)
        return strength_of(FOUR_OF_A_KIND, four, highest(once ^ four));
    if (thrice && (twice & (twice - 1))) {
        int64_t three = highest(thrice);
        return strength_of(FULL_HOUSE, three, highest(twice ^ three));
    }
    int64_t run = highest_run(once);
    if (run)
        return strength_of(STRAIGHT, run, 0);
    if (thrice)
        return strength_of(THREE_OF_A_KIND, thrice, kept(once ^ thrice, count - 5));
    return pairs_or_high_card(once, twice, count - 5);
}

static inline int64_t seven_card_strength(
    int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g)
{
    const int64_t cards[7] = {a, b, c, d, e, f, g};
    return best_five(cards, 7);
}

/* The category alone */

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

static inline int64_t best_five_of_six(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f)
{
    const int64_t cards[6] = {a, b, c, d, e, f};
    int64_t suited = suited_ranks(cards, 6);
    if (suited) {
        int64_t run = highest_run(suited);
        return run == 1 << ACE ? ROYAL_FLUSH : run ? STRAIGHT_FLUSH : FLUSH;
    }
    int64_t tally = 0, ranks = 0;
    for (int i = 0; i < 6; i++) {
        tally += (int64_t)1 << 4 * (cards[i] >> 2);
        ranks |= (int64_t)1 << (cards[i] >> 2);
    }
    int64_t hand = of_a_kind(tally);
    return hand < STRAIGHT && highest_run(ranks) ? STRAIGHT : hand;
}
