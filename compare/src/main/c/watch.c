#include "watch.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REPETITIONS_MAX 1001
#define FEWEST_WARM_UPS 8
#define USUAL_LONGEST_WARM_UP 1000000000L
#define NAME 64

const long block_sizes[BLOCK_SIZES] = {8, 64, 512, 4L << 10, 16L << 10,
                                             64L << 10, 256L << 10, 1L << 20, 4L << 20, 16L << 20};
const long message_sizes[MESSAGE_SIZES] = {0, 8, 64, 512, 4L << 10, 16L << 10, 64L << 10};

int rank, ranks = 1;
long bytes_of_row;

static const watch_t *watch;
static int repetitions = 11;
static long run_nanos = 20000000L, shortest_warm_up = 300000000L, longest_warm_up = USUAL_LONGEST_WARM_UP;
static const char *only = "", *exact = "";
static double results[REPETITIONS_MAX];

long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static long number(const char *variable, long otherwise, long least, long most) {
    const char *text = getenv(variable);
    if (!text || !*text) {
        return otherwise;
    }
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || value < least || value > most) {
        fprintf(stderr, "%s: the variable %s is '%s', which is not a number in %ld..%ld\n", watch->library, variable,
                text, least, most);
        exit(2);
    }
    return value;
}

void watch_begin(const watch_t *of_program) {
    watch = of_program;
    repetitions = (int)number("REPETITIONS", repetitions, 1, REPETITIONS_MAX);
    run_nanos = number("RUN_MS", 20, 1, 10000) * 1000000L;
    shortest_warm_up = number("WARM_MS", 300, 0, 60000) * 1000000L;
    longest_warm_up = shortest_warm_up > USUAL_LONGEST_WARM_UP ? shortest_warm_up : USUAL_LONGEST_WARM_UP;
    only = getenv("ONLY") ? getenv("ONLY") : only;
    exact = getenv("ROWS") ? getenv("ROWS") : exact;
}

int repetitions_of_row(void) { return repetitions; }

/* Knuth's 64-bit congruential generator, high bits. */
void draw_offsets(long *offsets, int count, long window) {
    uint64_t state = 20260101;
    for (int i = 0; i < count; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        offsets[i] = (long)((state >> 33) % (window / 8)) * 8;
    }
}

char pattern(long at) { return (char)(at % 127 + 1); }

/* ---- which rows ---- */

#define ANY_SIZE (-1)

/* A row is listed by its name, or by name:bytes for one of its sizes alone. */
static int is_listed(const char *row, long bytes) {
    size_t length = strlen(row);
    for (const char *at = exact; *at;) {
        size_t word = strcspn(at, ",");
        if (word >= length && strncmp(at, row, length) == 0) {
            if (word == length ||
                (at[length] == ':' && (bytes == ANY_SIZE || strtol(at + length + 1, NULL, 10) == bytes))) {
                return 1;
            }
        }
        at += word + (at[word] == ',');
    }
    return !*exact;
}

static int wants_size(const char *row, long bytes) { return strstr(row, only) && is_listed(row, bytes); }

int wants(const char *row) { return wants_size(row, ANY_SIZE); }

int wants_nothing(void) { return strcmp(exact, "none") == 0; }

int wants_some(const char *beginning) {
    size_t length = strlen(beginning);
    for (const char *at = exact; *at;) {
        size_t word = strcspn(at, ",");
        if (word >= length && strncmp(at, beginning, length) == 0) {
            return 1;
        }
        at += word + (at[word] == ',');
    }
    return !*exact;
}

const char *numbered(const char *row) {
    static char names[4][NAME];
    static int next;
    char *name = names[next++ % 4];
    if (ranks == 2) {
        snprintf(name, NAME, "%s", row);
    } else {
        snprintf(name, NAME, "%s%d", row, ranks);
    }
    return name;
}

/* ---- results ---- */

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *row, long bytes, double median, double least, double most) {
    if (rank == 0) {
        printf("%s,%s,%ld,%.3f,%.3f,%.3f\n", watch->library, row, bytes, median, least, most);
        fflush(stdout);
    }
}

static void report(const char *row, long bytes, int count) {
    qsort(results, count, sizeof(double), ascending);
    print(row, bytes, results[count / 2], results[0], results[count - 1]);
}

void report_samples(const char *row, double *samples, int count) {
    char name[NAME];
    qsort(samples, count, sizeof(double), ascending);
    snprintf(name, sizeof name, "%s-p50", row);
    if (wants(name)) {
        print(name, 0, samples[count / 2], samples[0], samples[count - 1]);
    }
    snprintf(name, sizeof name, "%s-p99", row);
    if (wants(name)) {
        print(name, 0, samples[(int)(count * 0.99)], samples[0], samples[count - 1]);
    }
}

/* ---- when ---- */

static int is_near(double one, double other) {
    double least = one < other ? one : other, difference = one < other ? other - one : one - other;
    return difference <= 0.02 * least;
}

/* after so many runs of the wanted length and so many nanoseconds */
static int is_enough(int runs, int agree, long nanos) {
    return nanos > longest_warm_up || (agree && runs >= FEWEST_WARM_UPS && nanos > shortest_warm_up);
}

/*
 * Whether there is time for another repetition. Everything here is bounded by time, as some libraries need milliseconds
 * for what takes others less than a microsecond, and now and then only.
 */
static int goes_on(int done, long begin) {
    long nanos = now() - begin;
    return watch->agree(done < repetitions && nanos < USUAL_LONGEST_WARM_UP + 2 * repetitions * run_nanos) != 0;
}

static long timed(body_t body, long times) {
    watch->barrier();
    long start = now();
    if (body) {
        body(times);
    }
    return now() - start;
}

/* As often as a run of the wanted length needs. */
static long warm_up(body_t body) {
    long start = now(), times = 1;
    double before = 0, last = 0;
    for (int steady = 0;;) {
        long nanos = timed(body, times), next = times, all = now() - start;
        if (nanos < 1) {
            nanos = 1;
        }
        if (nanos < run_nanos / 2 && all <= longest_warm_up) {
            next = nanos < run_nanos / 20 ? times * 4 : times * run_nanos / nanos + 1;
            steady = 0;
        } else {
            double each = (double)nanos / times;
            steady++;
            if (is_enough(steady, is_near(each, last) && is_near(each, before), all)) {
                next = 0;
            } else if (nanos > 2 * run_nanos) {
                next = times * run_nanos / nanos > 1 ? times * run_nanos / nanos : 1;
            }
            before = last;
            last = each;
        }
        next = watch->agree(next);
        if (next == 0) {
            return times;
        }
        times = next;
    }
}

void measure(const char *row, long bytes, int operations, int everybody, body_t body) {
    int count = 0;
    if (!wants_size(row, bytes)) {
        return;
    }
    body_t mine = everybody || rank == 0 ? body : NULL;
    bytes_of_row = bytes;
    long times = warm_up(mine), begin = now();
    do {
        results[count++] = (double)timed(mine, times) / times / operations;
    } while (goes_on(count, begin));
    report(row, bytes, count);
}

void measure_sizes(const char *row, const long *sizes, int many, int everybody, body_t body) {
    for (int i = 0; i < many; i++) {
        measure(row, sizes[i], 1, everybody, body);
    }
}

/* A run of a row of rates; what it took per operation of any rank. */
static double rated(counted_t body) {
    long count = 0, nanos = 0;
    watch->barrier();
    long start = now();
    if (body) {
        do {
            count += body(RATE_CHUNK);
            nanos = now() - start;
        } while (nanos < run_nanos);
    }
    long sum = watch->sum(count);
    return (double)nanos / (sum > 0 ? sum : 1);
}

void measure_rate(const char *row, long bytes, int everybody, counted_t body) {
    double before = 0, last = 0;
    int count = 0;
    if (!wants_size(row, bytes)) {
        return;
    }
    counted_t mine = everybody || rank == 0 ? body : NULL;
    bytes_of_row = bytes;
    long start = now(), warm = 0;
    for (int runs = 1; !warm; runs++) {
        double each = rated(mine);
        warm = watch->agree(is_enough(runs, is_near(each, last) && is_near(each, before), now() - start));
        before = last;
        last = each;
    }
    long begin = now();
    do {
        results[count++] = rated(mine);
    } while (goes_on(count, begin));
    report(row, bytes, count);
}
