/*
 * The watch of programs with MPI: how often a body is run, and how long a run takes, alike on all ranks. For one source file each.
 */
#ifndef WATCH_H
#define WATCH_H

#include <mpi.h>
#include <time.h>

typedef void (*body_t)(long times);

static long run_nanos = 20000000;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static long timed(body_t body, long times) {
    MPI_Barrier(MPI_COMM_WORLD);
    long start = now();
    if (body) {
        body(times);
    }
    return now() - start;
}

static int is_near(double one, double other) {
    double least = one < other ? one : other, difference = one < other ? other - one : one - other;
    return difference <= 0.02 * least;
}

/* As often as a run of the wanted length needs; runs at least 0.3 s, until three agree or a second has passed. */
static long warm_up(body_t body) {
    long start = now(), times = 1;
    double last = 0, previous = 0;
    for (int steady = 0;;) {
        long nanos = timed(body, times), next = times;
        if (nanos < 1) {
            nanos = 1;
        }
        if (nanos < run_nanos / 2) {
            next = nanos < run_nanos / 20 ? times * 4 : times * run_nanos / nanos + 1;
            steady = 0;
        } else {
            double each = (double)nanos / times;
            long all = now() - start;
            steady++;
            if ((steady >= 8 && all > 300000000L && is_near(each, last) && is_near(each, previous)) || all > 1000000000L) {
                next = 0;
            } else if (nanos > 2 * run_nanos) {
                next = times * run_nanos / nanos > 1 ? times * run_nanos / nanos : 1;
            }
            previous = last;
            last = each;
        }
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Bcast(&next, 1, MPI_LONG, 0, MPI_COMM_WORLD);
        if (next == 0) {
            return times;
        }
        times = next;
    }
}

#endif
