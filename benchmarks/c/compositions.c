/* The values of wagers by the cards that are left, in plain C: the same trees of products as the compiled kernel walks.
   Reads the tables from a file of 64-bit numbers, values every composition in it, and prints a checksum and the time. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t *numbers;
static size_t at;

static int64_t next(void) { return numbers[at++]; }

static int64_t *block(int64_t size)
{
    int64_t *first = numbers + at;
    at += size;
    return first;
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!file)
        return 2;
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    rewind(file);
    numbers = malloc(bytes);
    if (fread(numbers, 1, bytes, file) != (size_t)bytes)
        return 2;
    int64_t kinds = next(), fines = next(), wagers = next(), groups = next(), rows = next();
    int64_t *coarse_of_fine = block(fines);
    size_t start = at;
    for (int64_t g = 0; g < groups; g++) { /* find the end of the groups */
        next(); /* degree */
        block(kinds);
        int64_t columns = next();
        for (int64_t c = 0; c < columns; c++) {
            next();
            int64_t set = next();
            block(set);
            int64_t weights = next();
            block(weights);
        }
        int64_t nodes = next(), coefficients = next();
        block(4 * nodes + coefficients);
    }
    int64_t *fine = block(rows * fines);
    int64_t *sums = calloc(wagers, sizeof *sums);
    uint64_t checksum = 0;
    int64_t left[64], stack[16], total[16];
    clock_t began = clock();
    for (int64_t row = 0; row < rows; row++, fine += fines) {
        for (int64_t w = 0; w < wagers; w++)
            sums[w] = 0;
        at = start;
        for (int64_t g = 0; g < groups; g++) {
            next();
            int64_t *less = block(kinds);
            for (int64_t k = 0; k < kinds; k++)
                left[k] = -less[k];
            for (int64_t f = 0; f < fines; f++)
                left[coarse_of_fine[f]] += fine[f];
            int64_t columns = next();
            size_t columns_at = at;
            for (int64_t c = 0; c < columns; c++) {
                total[c] = 0;
                next();
                int64_t set = next();
                block(set);
                int64_t weights = next();
                block(weights);
            }
            int64_t nodes = next(), coefficients = next();
            int64_t *depth = block(nodes), *kind = block(nodes), *taken = block(nodes), *leaf = block(nodes);
            int64_t *coefficient = block(coefficients);
            stack[0] = 1;
            for (int64_t n = 0; n < nodes; n++) {
                int64_t k = kind[n], here = stack[depth[n]] * (left[k] - taken[n]);
                stack[depth[n] + 1] = here;
                if (leaf[n] < 0 || !here)
                    continue;
                int64_t *c = coefficient + leaf[n], part[16];
                int64_t number = left[k] - taken[n] - 1;
                for (int64_t i = 0; i < columns; i++)
                    part[i] = c[i] * number;
                for (k++; k < kinds; k++) {
                    c += columns;
                    for (int64_t i = 0; i < columns; i++)
                        part[i] += c[i] * left[k];
                }
                for (int64_t i = 0; i < columns; i++)
                    total[i] += here * part[i];
            }
            size_t after = at;
            at = columns_at;
            for (int64_t c = 0; c < columns; c++) {
                int64_t wager = next(), set = next();
                int64_t *apart = block(set);
                int64_t size = next();
                int64_t *weight = block(size);
                if (set == 0) {
                    sums[wager] += total[c];
                    continue;
                }
                int64_t sum = 0, width = size, one = 0;
                if (set == 2)
                    for (width = 1; width * width < size; width++)
                        ;
                for (int64_t f = 0; f < fines; f++) {
                    if (coarse_of_fine[f] != apart[0])
                        continue;
                    if (set == 1)
                        sum += weight[one] * fine[f];
                    else {
                        int64_t other = 0;
                        for (int64_t e = 0; e < fines; e++)
                            if (coarse_of_fine[e] == apart[1]) {
                                sum += weight[other * width + one] * fine[f] * (fine[e] - (e == f));
                                other++;
                            }
                    }
                    one++;
                }
                sums[wager] += total[c] * sum;
            }
            at = after;
        }
        for (int64_t w = 0; w < wagers; w++)
            checksum = checksum * 31 + (uint64_t)sums[w];
    }
    printf("%llu %.6f\n", (unsigned long long)checksum, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
