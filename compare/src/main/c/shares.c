/*
 * Does a core work at its own speed all the time? On a host with two threads for each core, a neighbour on the other
 * thread takes part of what the core does in a cycle: code with many instructions gets slower, a chain in which each
 * waits for the one before does not. One process measures three loops in turns: a locked addition, 32 additions in four
 * chains, and both. Prints the least, the median and the longest time of each, and which share of the runs took more
 * than 1.3 of the least.
 *
 *     gcc -O2 -o shares shares.c && taskset -c 0 ./shares [RUNS]
 *
 * Locked additions that stay alike while the others do not say: a neighbour. All alike: none was there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TIMES 4000000L
#define LOOPS 3
#define EIGHT(text) text text text text text text text text
#define FOUR "add $1,%%eax\nadd $1,%%ecx\nadd $1,%%edx\nadd $1,%%esi\n"
#define ADDITIONS __asm__ volatile(EIGHT(FOUR) ::: "eax", "ecx", "edx", "esi", "cc")

static volatile long word;

static double nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static double run(int loop) {
    double start = nanos();
    switch (loop) {
    case 0:
        for (long i = 0; i < TIMES; i++) {
            __atomic_fetch_add(&word, 1, __ATOMIC_SEQ_CST);
        }
        break;
    case 1:
        for (long i = 0; i < TIMES; i++) {
            ADDITIONS;
        }
        break;
    default:
        for (long i = 0; i < TIMES; i++) {
            __atomic_fetch_add(&word, 1, __ATOMIC_SEQ_CST);
            ADDITIONS;
        }
    }
    return (nanos() - start) / TIMES;
}

static int compare(const void *left, const void *right) {
    double l = *(const double *)left, r = *(const double *)right;
    return (l > r) - (l < r);
}

int main(int count, char **arguments) {
    static const char *const names[LOOPS] = {"locked addition", "32 additions", "both"};
    int runs = count > 1 ? atoi(arguments[1]) : 200;
    double *times[LOOPS];
    for (int loop = 0; loop < LOOPS; loop++) {
        times[loop] = malloc(runs * sizeof(double));
        if (runs < 1 || !times[loop]) {
            fprintf(stderr, "shares: %d runs are none, or too many\n", runs);
            return 1;
        }
    }
    for (int i = 0; i < runs; i++) {
        for (int loop = 0; loop < LOOPS; loop++) {
            times[loop][i] = run(loop);
        }
    }
    for (int loop = 0; loop < LOOPS; loop++) {
        double *sorted = times[loop];
        qsort(sorted, runs, sizeof(double), compare);
        int slow = 0;
        for (int i = 0; i < runs; i++) {
            slow += sorted[i] > 1.3 * sorted[0];
        }
        printf("%-16s %.2f %.2f %.2f ns, %d of %d slow\n", names[loop], sorted[0], sorted[runs / 2], sorted[runs - 1],
               slow, runs);
    }
    return 0;
}
