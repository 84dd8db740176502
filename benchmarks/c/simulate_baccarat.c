/* Baccarat with Lucky Monkey, eight decks, in plain C; prints the tally by joint outcome, then the processor time. */

#include "rounds.h"

enum { TEN = 8, JACK, QUEEN, KING, ACE };
enum { PLAYER, BANKER, TIE };
enum {
    NOTHING, ONE_FACE, PLAYER_FACE, BANKER_FACE, BOTH_FACES, SAME_RANK, SAME_RANK_AND_SUIT, NO_THIRD_CARD, MONKEYS
};
enum { DECKS = 8, CARDS = 52 * DECKS };

static uint8_t shoe[CARDS], value_of[52], face[52];

/* For each total of Banker's, the ranks of Player's third card on which Banker draws, as bits */
static const uint16_t draws_on[10] = {0x1fff, 0x1fff, 0x1fff, 0x1fff & ~(1 << 6), 0x3f, 0x3c, 0x30, 0, 0, 0};

static void prepare(void)
{
    for (int card = 0; card < 52; card++) {
        int rank = card >> 2;
        value_of[card] = (uint8_t)(rank == ACE ? 1 : rank < TEN ? rank + 2 : 0);
        face[card] = rank >= JACK && rank < ACE;
    }
    for (int place = 0; place < CARDS; place++)
        shoe[place] = (uint8_t)(place / DECKS);
}

static inline uint32_t last_digit(uint32_t sum) { return sum % 10; }

static inline uint32_t result(uint32_t player, uint32_t banker)
{
    return player == banker ? TIE : player > banker ? PLAYER : BANKER;
}

static inline uint32_t both_drew(uint32_t one, uint32_t other)
{
    if (face[one] & face[other])
        return one == other ? SAME_RANK_AND_SUIT : one >> 2 == other >> 2 ? SAME_RANK : BOTH_FACES;
    return face[one] | face[other] ? ONE_FACE : NOTHING;
}

/* The joint outcome of six cards in the order they come out of the shoe */
static inline uint32_t coup(const uint32_t card[6])
{
    uint32_t player = last_digit(value_of[card[0]] + value_of[card[2]]);
    uint32_t banker = last_digit(value_of[card[1]] + value_of[card[3]]);
    if (player >= 8 || banker >= 8)
        return result(player, banker) * MONKEYS + NO_THIRD_CARD;
    uint32_t fifth = card[4], sixth = card[5];
    if (player > 5) {
        if (banker > 5)
            return result(player, banker) * MONKEYS + NO_THIRD_CARD;
        banker = last_digit(banker + value_of[fifth]);
        return result(player, banker) * MONKEYS + (face[fifth] ? BANKER_FACE : NOTHING);
    }
    player = last_digit(player + value_of[fifth]);
    if (!(draws_on[banker] >> (fifth >> 2) & 1))
        return result(player, banker) * MONKEYS + (face[fifth] ? PLAYER_FACE : NOTHING);
    banker = last_digit(banker + value_of[sixth]);
    return result(player, banker) * MONKEYS + both_drew(fifth, sixth);
}

int main(int count, char **words)
{
    job j = given(count, words);
    int64_t tally[3 * MONKEYS] = {0};
    prepare();
    moment start = now();
    for (uint64_t n = j.first; n < j.last; n++) {
        uint32_t d[6], place[6], card[6];
        draw(j.key, n, CARDS, 6, 0, d);
        places(CARDS, 6, d, place);
        for (int i = 0; i < 6; i++)
            card[i] = shoe[place[i]];
        tally[coup(card)]++;
    }
    tell(tally, 3 * MONKEYS, start);
    return 0;
}
