/*
 * Dealing for the simulations: the words, the draws and the cards that Croupier's streams define, so that both play the
 * same rounds and must come to the same tally.
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const uint64_t FURTHER = (uint64_t)1 << 50;

/* SplitMix64's word number n */
static inline uint64_t word_of(uint64_t key, uint64_t n)
{
    uint64_t z = key + n * 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

/* Lemire's step: a number below the bound off the top of a word, and the rest of the word for the next */
static inline uint32_t drawn(uint64_t *word, uint64_t bound)
{
    unsigned __int128 product = (unsigned __int128)*word * bound;
    *word = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

/* Words whose rest is below this come once too often; the product of all bounds is below 2^57 */
static inline uint64_t surplus(uint64_t product) { return -product % product; }

/* Numbers below cards, cards - 1, ... and, after these, below faces (where there is a die), all equally likely */
static inline void draw(uint64_t key, uint64_t n, uint32_t cards, int count, uint32_t faces, uint32_t d[])
{
    uint64_t product = faces ? faces : 1;
    for (int i = 0; i < count; i++)
        product *= cards - i;
    for (;; n += FURTHER) {
        uint64_t word = word_of(key, n);
        for (int i = 0; i < count; i++)
            d[i] = drawn(&word, cards - i);
        if (faces)
            d[count] = drawn(&word, faces);
        if (word >= surplus(product))
            return;
    }
}

/* Where the cards lie: a place that was taken is stood in for by the last one that is left */
static inline void places(uint32_t cards, int count, const uint32_t d[], uint32_t place[])
{
    for (int i = 0; i < count; i++) {
        place[i] = d[i];
        for (int back = i - 1; back >= 0; back--)
            place[i] = place[i] == d[back] ? cards - 1 - back : place[i];
    }
}

typedef struct { uint64_t key, first, last; uint8_t *plans; } job;

/* key first last [file of packed plans] */
static job given(int count, char **words)
{
    if (count < 4)
        exit(2);
    job j = {strtoull(words[1], 0, 10), strtoull(words[2], 0, 10), strtoull(words[3], 0, 10), 0};
    if (count > 4) {
        FILE *file = fopen(words[4], "rb");
        if (!file || fseek(file, 0, SEEK_END))
            exit(2);
        long size = ftell(file);
        rewind(file);
        j.plans = malloc((size_t)size);
        if (!j.plans || fread(j.plans, 1, (size_t)size, file) != (size_t)size)
            exit(2);
        fclose(file);
    }
    return j;
}

typedef struct { double processor, wall; } moment;

static moment now(void)
{
    struct timespec wall;
    timespec_get(&wall, TIME_UTC);
    return (moment){(double)clock() / CLOCKS_PER_SEC, (double)wall.tv_sec + (double)wall.tv_nsec / 1e9};
}

/* The tally, then the seconds of the processor and on the wall */
static void tell(const int64_t tally[], int cells, moment start)
{
    moment end = now();
    for (int cell = 0; cell < cells; cell++)
        printf("%" PRId64 " ", tally[cell]);
    printf("%.6f %.6f\n", end.processor - start.processor, end.wall - start.wall);
}
