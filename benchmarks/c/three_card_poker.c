/*
 * Three Card Poker counted in plain C: what the compiled counter is held against.
 *
 * The same sights (one hand and exposed card for each way of naming suits, 1,128 pairs of hidden cards), the same rules,
 * all four wagers jointly for both decisions, kept for every hand and exposed card. Prints the deals counted, a sum that
 * both programs must agree on, and the seconds of processor time the count took.
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hands.h"

enum { H_HIGH_CARD, H_PAIR, H_FLUSH, H_STRAIGHT, H_THREE_OF_A_KIND, H_STRAIGHT_FLUSH, H_MINI_ROYAL };
enum { FOLD, PLAY };
enum { FOLDED, AHEAD, TIED, BEHIND, AHEAD_UNQUALIFIED, TIED_UNQUALIFIED, BEHIND_UNQUALIFIED };
enum { SHOWDOWNS = 7, PAIR_PLUS_FORFEITED = 7, PAIR_PLUS_CODES = 8, SIX_CARD_CODES = 10 };
enum { JOINTS = SHOWDOWNS * PAIR_PLUS_CODES * SIX_CARD_CODES };

static inline int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

static inline int is_run(int64_t high, int64_t middle, int64_t low)
{
    return (high - middle == 1 && middle - low == 1) || (high == ACE && middle == THREE && low == TWO);
}

static inline int64_t strength(int64_t a, int64_t b, int64_t c)
{
    int64_t x = a >> 2, y = b >> 2, z = c >> 2;
    int64_t high = max(x, max(y, z)), low = min(x, min(y, z));
    int64_t middle = x + y + z - high - low;
    int suited = (a & 3) == (b & 3) && (b & 3) == (c & 3);
    if (high == low)
        return H_THREE_OF_A_KIND << 12 | high << 8;
    if (middle == high || middle == low)
        return H_PAIR << 12 | middle << 8 | (high + low - middle) << 4;
    if (is_run(high, middle, low)) {
        int64_t top = low == TWO && high == ACE ? THREE : high;
        if (!suited)
            return H_STRAIGHT << 12 | top << 8;
        return (top == ACE ? H_MINI_ROYAL : H_STRAIGHT_FLUSH) << 12 | top << 8;
    }
    return (suited ? H_FLUSH : H_HIGH_CARD) << 12 | high << 8 | middle << 4 | low;
}

static inline int64_t showdown(int64_t player, int64_t dealer, int decision)
{
    if (decision == FOLD)
        return FOLDED;
    if (dealer >= (H_HIGH_CARD << 12 | QUEEN << 8))
        return player > dealer ? AHEAD : player == dealer ? TIED : BEHIND;
    return player > dealer ? AHEAD_UNQUALIFIED : player == dealer ? TIED_UNQUALIFIED : BEHIND_UNQUALIFIED;
}

static inline int64_t pair_plus(int64_t player, int decision)
{
    return decision == FOLD ? PAIR_PLUS_FORFEITED : player >> 12;
}

/* ── Hands that no renaming of suits carries into an earlier one ── */

static int64_t sorted_key(int64_t a, int64_t b, int64_t c)
{
    int64_t low = min(a, min(b, c)), high = max(a, max(b, c));
    return (low * 52 + a + b + c - low - high) * 52 + high;
}

static int suit_names[24][4];

static void name_suits(void)
{
    int n = 0;
    for (int p = 0; p < 256; p++) {
        int s[4] = {p & 3, p >> 2 & 3, p >> 4 & 3, p >> 6 & 3}, seen = 0;
        for (int i = 0; i < 4; i++)
            seen |= 1 << s[i];
        if (seen == 15)
            memcpy(suit_names[n++], s, sizeof s);
    }
}

static int64_t first_of_its_kind(int64_t a, int64_t b, int64_t c, int64_t up)
{
    int64_t first = INT64_MAX;
    for (int n = 0; n < 24; n++) {
        const int *s = suit_names[n];
        int64_t hand = sorted_key((a & ~3) | s[a & 3], (b & ~3) | s[b & 3], (c & ~3) | s[c & 3]);
        first = min(first, hand * 52 + ((up & ~3) | s[up & 3]));
    }
    return first;
}

typedef struct { int64_t key, count; } entry;

int main(void)
{
    static int64_t weight_of[52 * 52 * 52 * 52];
    name_suits();
    for (int64_t a = 0; a < 52; a++)
        for (int64_t b = a + 1; b < 52; b++)
            for (int64_t c = b + 1; c < 52; c++)
                for (int64_t up = 0; up < 52; up++)
                    if (up != a && up != b && up != c)
                        weight_of[first_of_its_kind(a, b, c, up)]++;

    clock_t start = clock();
    size_t room = 1 << 14, used = 0;
    entry *kept = malloc(room * sizeof *kept);
    static int64_t buffer[2 * JOINTS];
    int64_t touched[2 * JOINTS];
    int64_t deals = 0;
    for (int64_t h0 = 0; h0 < 52; h0++)
        for (int64_t h1 = h0 + 1; h1 < 52; h1++)
            for (int64_t h2 = h1 + 1; h2 < 52; h2++) {
                uint64_t out = (uint64_t)1 << h0 | (uint64_t)1 << h1 | (uint64_t)1 << h2;
                int64_t player = strength(h0, h1, h2);
                for (int64_t up = 0; up < 52; up++) {
                    int64_t weight = weight_of[sorted_key(h0, h1, h2) * 52 + up];
                    if (!weight)
                        continue;
                    uint64_t gone = out | (uint64_t)1 << up;
                    int64_t met = 0;
                    for (int64_t d0 = 0; d0 < 52; d0++) {
                        if (gone >> d0 & 1)
                            continue;
                        for (int64_t d1 = d0 + 1; d1 < 52; d1++) {
                            if (gone >> d1 & 1)
                                continue;
                            int64_t dealer = strength(up, d0, d1);
                            int64_t six = best_five_of_six(h0, h1, h2, up, d0, d1);
                            for (int decision = FOLD; decision <= PLAY; decision++) {
                                int64_t joint = decision * SHOWDOWNS + showdown(player, dealer, decision);
                                joint = (joint * PAIR_PLUS_CODES + pair_plus(player, decision)) * SIX_CARD_CODES + six;
                                if (buffer[joint] == 0)
                                    touched[met++] = joint;
                                buffer[joint] += weight;
                            }
                        }
                    }
                    int64_t seen = ((h0 * 52 + h1) * 52 + h2) * 52 + up;
                    if (used + (size_t)met > room)
                        kept = realloc(kept, (room *= 4) * sizeof *kept);
                    for (int64_t i = 0; i < met; i++) {
                        kept[used++] = (entry){seen * 2 * JOINTS + touched[i], buffer[touched[i]]};
                        deals += buffer[touched[i]];
                        buffer[touched[i]] = 0;
                    }
                }
            }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    uint64_t sum = 0;
    for (size_t i = 0; i < used; i++)
        sum += (uint64_t)kept[i].key * (uint64_t)kept[i].count;
    printf("%" PRId64 " %" PRIu64 " %.6f\n", deals, sum, seconds);
    free(kept);
    return 0;
}
