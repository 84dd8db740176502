/*
 * Three Card Poker in plain C: six cards, both hands, the decision by a table of plans (two bits each), and Ante, Play,
 * Pair Plus and 6 Card Bonus together. Prints the tally by plan and joint outcome, then the processor time.
 *
 * Hands are sets of ranks, one bit each: a set compares as its highest ranks do.
 */

#include "rounds.h"

enum { TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE };
enum { H_HIGH_CARD, H_PAIR, H_FLUSH, H_STRAIGHT, H_THREE_OF_A_KIND, H_STRAIGHT_FLUSH, H_MINI_ROYAL };
enum {
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH,
    ROYAL_FLUSH, SIX_CARD_CODES
};
enum { FOLDED, AHEAD, TIED, BEHIND, AHEAD_UNQUALIFIED, TIED_UNQUALIFIED, BEHIND_UNQUALIFIED, SHOWDOWNS };
enum { FORFEITED = 7, PAIR_PLUS_CODES, CELLS = 2 * SHOWDOWNS * PAIR_PLUS_CODES * SIX_CARD_CODES };

static const uint32_t ACE_TWO_THREE = 1 << ACE | 1 << THREE | 1 << TWO, WHEEL = 1 << ACE | 15;

static inline uint32_t max(uint32_t a, uint32_t b) { return a > b ? a : b; }
static inline uint32_t min(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* The hand in the bits from 26 on; below, what decides between two of them: a pair's rank, then single ranks */
static inline uint32_t strength(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t x = 1u << (a >> 2), y = 1u << (b >> 2), z = 1u << (c >> 2);
    uint32_t ranks = x | y | z, single = x ^ y ^ z; /* a pair's kicker alone; all ranks otherwise */
    uint32_t lowest = ranks & -ranks;
    uint32_t suited = (((a ^ b) | (b ^ c)) & 3) == 0, paired = ranks != single;
    static const uint8_t plain[4] = {H_HIGH_CARD, H_PAIR, H_FLUSH};
    uint32_t hand = plain[suited * 2 + paired], weight = (ranks ^ single) << 13 | single;
    if (ranks == 7 * lowest)
        hand = suited ? ranks >> ACE ? H_MINI_ROYAL : H_STRAIGHT_FLUSH : H_STRAIGHT;
    if (ranks == ACE_TWO_THREE)
        hand = suited ? H_STRAIGHT_FLUSH : H_STRAIGHT, weight = 0; /* the lowest run */
    if (ranks == lowest)
        hand = H_THREE_OF_A_KIND;
    return hand << 26 | weight;
}

static inline uint32_t showdown(uint32_t player, uint32_t dealer)
{
    uint32_t ahead = AHEAD + (player <= dealer) + (player < dealer);
    return ahead + (dealer < 1 << QUEEN) * (AHEAD_UNQUALIFIED - AHEAD);
}

static inline int five_in_a_row(uint32_t ranks)
{
    return (ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4) != 0 || (ranks & WHEEL) == WHEEL;
}

/* Sixteen bits a suit */
static inline uint64_t suited_bit(uint32_t card) { return (uint64_t)1 << ((card & 3) * 16 + (card >> 2)); }

static inline uint32_t best_five_of_six(const uint32_t card[6])
{
    uint64_t cards = 0;
    for (int i = 0; i < 6; i++)
        cards |= suited_bit(card[i]);
    uint32_t clubs = cards & 0xffff, diamonds = cards >> 16 & 0xffff;
    uint32_t hearts = cards >> 32 & 0xffff, spades = cards >> 48;
    uint32_t ranks = clubs | diamonds | hearts | spades;
    uint32_t flush = 0;
    flush |= __builtin_popcount(clubs) > 4 ? clubs : 0;
    flush |= __builtin_popcount(diamonds) > 4 ? diamonds : 0;
    flush |= __builtin_popcount(hearts) > 4 ? hearts : 0;
    flush |= __builtin_popcount(spades) > 4 ? spades : 0;
    if (flush) { /* five cards of a suit leave no room for a full house */
        if (five_in_a_row(flush))
            return (flush & 31 << TEN) == 31 << TEN ? ROYAL_FLUSH : STRAIGHT_FLUSH;
        return FLUSH;
    }
    int distinct = __builtin_popcount(ranks); /* and how many of them are held once or three times */
    int odd = __builtin_popcount(clubs ^ diamonds ^ hearts ^ spades);
    static const uint8_t hand[7][7] = {
        [6] = {[6] = HIGH_CARD}, [5] = {[4] = PAIR}, [4] = {[4] = THREE_OF_A_KIND, [2] = TWO_PAIR},
        [3] = {[0] = TWO_PAIR, [2] = FULL_HOUSE}, [2] = {[0] = FOUR_OF_A_KIND, [2] = FULL_HOUSE},
    };
    uint32_t best = hand[distinct][odd];
    best = (clubs & diamonds & hearts & spades) ? FOUR_OF_A_KIND : best;
    return (five_in_a_row(ranks) && best < STRAIGHT) ? STRAIGHT : best;
}

/* Which hand and exposed card a player sees */
static inline uint32_t sight_of(const uint32_t card[4])
{
    uint32_t low = min(card[0], min(card[1], card[2])), high = max(card[0], max(card[1], card[2]));
    return ((low * 52 + card[0] + card[1] + card[2] - low - high) * 52 + high) * 52 + card[3];
}

int main(int count, char **words)
{
    job j = given(count, words);
    static int64_t tally[CELLS];
    moment start = now();
    for (uint64_t n = j.first; n < j.last; n++) {
        uint32_t d[6], card[6];
        draw(j.key, n, 52, 6, 0, d);
        places(52, 6, d, card);
        uint32_t player = strength(card[0], card[1], card[2]), dealer = strength(card[3], card[4], card[5]);
        uint32_t sight = sight_of(card);
        uint32_t plan = j.plans[sight >> 2] >> 2 * (sight & 3) & 3;
        uint32_t played = (SHOWDOWNS + showdown(player, dealer)) * PAIR_PLUS_CODES + (player >> 26);
        tally[(FORFEITED + plan * (played - FORFEITED)) * SIX_CARD_CODES + best_five_of_six(card)]++;
    }
    tell(tally, CELLS, start);
    return 0;
}
