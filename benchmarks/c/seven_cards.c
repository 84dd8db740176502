/* The strengths of seven-card hands in plain C: all C(52,7) of them, or those in a file, seven bytes each.

   Prints how many there are of each category, the sum of all strengths, then the seconds of processor time. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hands.h"

static int64_t hands[10], sum;

static inline void count(int64_t strength)
{
    hands[strength >> 26]++;
    sum += strength;
}

static void all_hands(void)
{
    for (int64_t a = 0; a < 52; a++)
        for (int64_t b = a + 1; b < 52; b++)
            for (int64_t c = b + 1; c < 52; c++)
                for (int64_t d = c + 1; d < 52; d++)
                    for (int64_t e = d + 1; e < 52; e++)
                        for (int64_t f = e + 1; f < 52; f++)
                            for (int64_t g = f + 1; g < 52; g++)
                                count(seven_card_strength(a, b, c, d, e, f, g));
}

static void dealt_hands(const uint8_t *cards, long length)
{
    for (const uint8_t *at = cards; at < cards + length; at += 7)
        count(seven_card_strength(at[0], at[1], at[2], at[3], at[4], at[5], at[6]));
}

static uint8_t *content(const char *name, long *length)
{
    FILE *file = fopen(name, "rb");
    if (!file || fseek(file, 0, SEEK_END) || (*length = ftell(file)) < 0)
        exit(1);
    rewind(file);
    uint8_t *bytes = malloc(*length + 1);
    if (!bytes || fread(bytes, 1, *length, file) != (size_t)*length)
        exit(1);
    fclose(file);
    return bytes;
}

int main(int arguments, char **argument)
{
    long length = 0;
    uint8_t *cards = arguments > 1 ? content(argument[1], &length) : NULL;
    fill_tables();
    clock_t start = clock();
    if (cards)
        dealt_hands(cards, length);
    else
        all_hands();
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    for (int hand = 0; hand < 10; hand++)
        printf("%" PRId64 " ", hands[hand]);
    printf("%" PRId64 " %.6f\n", sum, seconds);
    return 0;
}
