/*
 * Casino Monte with Full Monte, six decks, in plain C; the raise by a table of plans, four bits each. Prints the tally by
 * plan and joint outcome, then the processor time.
 */

#include "rounds.h"

enum { TWO, THREE, ACE = 12 };
enum { BEATEN, HIGHEST, TIED_HIGHEST, ALL_ALIKE, MONTES };
enum { FULL_NOTHING, FULL_PAIR, FULL_FLUSH, FULL_STRAIGHT, FULL_THREE, FULL_STRAIGHT_FLUSH, FULL_THREE_SUITED, FULLS };
enum { DECKS = 6, CARDS = 52 * DECKS, PLANS = 4, CELLS = PLANS * MONTES * FULLS };

static uint8_t shoe[CARDS];

static inline uint32_t max(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* The player's is the first card, ranks are all that counts */
static inline uint32_t monte(uint32_t own, uint32_t b, uint32_t c)
{
    uint32_t highest = max(b, c);
    if (own < highest)
        return BEATEN;
    return own > highest ? HIGHEST : b == c ? ALL_ALIKE : TIED_HIGHEST;
}

static inline uint32_t full_monte(uint32_t one, uint32_t two, uint32_t three)
{
    uint32_t a = one >> 2, b = two >> 2, c = three >> 2;
    uint32_t ranks = 1u << a | 1u << b | 1u << c;
    uint32_t suited = (((one ^ two) | (two ^ three)) & 3) == 0;
    uint32_t lowest = ranks & -ranks;
    if (ranks == lowest)
        return suited ? FULL_THREE_SUITED : FULL_THREE;
    if (ranks == 7 * lowest || ranks == (1u << ACE | 1u << THREE | 1u << TWO))
        return suited ? FULL_STRAIGHT_FLUSH : FULL_STRAIGHT;
    if (suited)
        return FULL_FLUSH;
    return a == b || a == c || b == c ? FULL_PAIR : FULL_NOTHING;
}

int main(int count, char **words)
{
    job j = given(count, words);
    int64_t tally[CELLS] = {0};
    for (int place = 0; place < CARDS; place++)
        shoe[place] = (uint8_t)(place / DECKS);
    moment start = now();
    for (uint64_t n = j.first; n < j.last; n++) {
        uint32_t d[4], place[3], card[3];
        draw(j.key, n, CARDS, 3, 6, d);
        places(CARDS, 3, d, place);
        for (int i = 0; i < 3; i++)
            card[i] = shoe[place[i]];
        uint32_t position = d[3] >> 1; /* the faces 1 and 2 expose the first card, which is the player's */
        uint32_t sight = (card[position] >> 2) + (position == 0 ? 13 : 0);
        uint32_t plan = j.plans[sight >> 1] >> 4 * (sight & 1) & 15;
        uint32_t won = monte(card[0] >> 2, card[1] >> 2, card[2] >> 2);
        tally[(plan * MONTES + won) * FULLS + full_monte(card[0], card[1], card[2])]++;
    }
    tell(tally, CELLS, start);
    return 0;
}
