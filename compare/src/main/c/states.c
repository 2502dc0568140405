/*
 * What decides whether two cores hand each other a line of memory fast or slowly: the time, or the memory? Two
 * processes, each bound to a core, make round trips over two lines in each of eight places, in turns, for a while.
 * Prints, of each place, which share of its round trips was slow, and how the slow ones lie in time.
 *
 *     gcc -O2 -o states states.c && ./states [ROUNDS] [LIMIT-NS]
 *
 * Equal shares, in a few long runs, say: the time. Unequal ones say: the place.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PLACES 8
#define TRIPS 20000
#define PAGE 4096L
#define STRIDE (13 * PAGE)
#define LINE 64

static char *memory;
static atomic_long *meeting;
static long meetings;

static double nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static void bind_to(int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    if (sched_setaffinity(0, sizeof cores, &cores)) {
        perror("states: sched_setaffinity");
        exit(1);
    }
}

/* Both processes are here. */
static void meet(void) {
    meetings++;
    atomic_fetch_add(meeting, 1);
    while (atomic_load(meeting) < 2 * meetings) {
        __builtin_ia32_pause();
    }
}

/* Nanoseconds of a round trip; both processes call it. */
static double round_trips(int place, int second, long before) {
    atomic_long *there = (atomic_long *)(memory + place * STRIDE + place * LINE);
    atomic_long *back = there + 2 * LINE / sizeof *there;
    meet();
    double start = nanos();
    for (long i = before + 1; i <= before + TRIPS; i++) {
        if (!second) {
            atomic_store_explicit(there, i, memory_order_release);
        }
        while (atomic_load_explicit(second ? there : back, memory_order_acquire) != i) {
            __builtin_ia32_pause();
        }
        if (second) {
            atomic_store_explicit(back, i, memory_order_release);
        }
    }
    return (nanos() - start) / TRIPS;
}

int main(int count, char **arguments) {
    int rounds = count > 1 ? atoi(arguments[1]) : 600;
    double limit = count > 2 ? atof(arguments[2]) : 180;
    memory = mmap(0, (PLACES + 1) * STRIDE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        perror("states: mmap");
        return 1;
    }
    meeting = (atomic_long *)(memory + PLACES * STRIDE);
    pid_t child = fork();
    int second = child == 0;
    bind_to(second);
    long slow[PLACES] = {0}, slow_in_all = 0, run = 0, longest = 0, in_long_runs = 0;
    for (long round = 0; round < rounds; round++) {
        for (int place = 0; place < PLACES; place++) {
            int is_slow = round_trips(place, second, round * TRIPS) > limit;
            slow[place] += is_slow;
            slow_in_all += is_slow;
            run = is_slow ? run + 1 : 0;
            longest = run > longest ? run : longest;
            /* more than one round of all places, so no place's own doing */
            in_long_runs += run == PLACES + 1 ? PLACES + 1 : run > PLACES + 1;
        }
    }
    if (second) {
        _exit(0);
    }
    waitpid(child, 0, 0);
    printf("slower than %.0f ns, share of each place:", limit);
    for (int place = 0; place < PLACES; place++) {
        printf(" %.3f", (double)slow[place] / rounds);
    }
    printf("\n%ld slow ones of %ld, %ld of them in runs that are longer than a round of all places; "
           "the longest run has %ld\n",
           slow_in_all, (long)rounds * PLACES, in_long_runs, longest);
    return 0;
}
