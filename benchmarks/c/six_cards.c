/* The categories of all C(52,6) six-card hands in plain C; prints how many of each, then the seconds of processor time. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "hands.h"

int main(void)
{
    int64_t hands[10] = {0};
    clock_t start = clock();
    for (int64_t a = 0; a < 52; a++)
        for (int64_t b = a + 1; b < 52; b++)
            for (int64_t c = b + 1; c < 52; c++)
                for (int64_t d = c + 1; d < 52; d++)
                    for (int64_t e = d + 1; e < 52; e++)
                        for (int64_t f = e + 1; f < 52; f++)
                            hands[best_five_of_six(a, b, c, d, e, f)]++;
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    for (int hand = 0; hand < 10; hand++)
        printf("%" PRId64 " ", hands[hand]);
    printf("%.6f\n", seconds);
    return 0;
}
