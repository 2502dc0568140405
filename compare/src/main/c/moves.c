/*
 * How fast can one core copy from memory of its own to memory that processes share? Four ways, for several sizes: the C
 * library's memcpy, a loop of vector moves as HotSpot's copy routine is one, the processor's string move, and memcpy in
 * pieces of 128 KiB. Prints the least time of each, and of the others by the first. Sources are written before, and
 * pages are there.
 *
 *     gcc -O2 -march=native -o moves moves.c && taskset -c 0 ./moves
 *
 * Where string moves win, the C library uses them, and HotSpot has none.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define MOST (16L << 20)
#define RUNS 40
#define RUN_BYTES (64L << 20)
#define MOST_TIMES 100000L
#define STEP 256
#define PIECE (128L << 10)

typedef long vector __attribute__((vector_size(64), aligned(8), may_alias));
typedef void copy(char *, const char *, size_t);

static void by_library(char *to, const char *from, size_t bytes) { memcpy(to, from, bytes); }

/* Bytes are a multiple of STEP. */
static void by_vectors(char *to, const char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += STEP) {
        vector first = *(vector *)(from + i), second = *(vector *)(from + i + 64);
        vector third = *(vector *)(from + i + 128), fourth = *(vector *)(from + i + 192);
        *(vector *)(to + i) = first;
        *(vector *)(to + i + 64) = second;
        *(vector *)(to + i + 128) = third;
        *(vector *)(to + i + 192) = fourth;
        /* or the compiler calls memcpy in place of the loop */
        __asm__ volatile("" ::: "memory");
    }
}

static void by_string_move(char *to, const char *from, size_t bytes) {
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes)::"memory");
}

static void by_pieces(char *to, const char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += PIECE) {
        memcpy(to + i, from + i, bytes - i < PIECE ? bytes - i : PIECE);
    }
}

static double nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static double least(copy *way, char *to, const char *from, size_t bytes) {
    long times = RUN_BYTES / bytes < MOST_TIMES ? RUN_BYTES / bytes : MOST_TIMES;
    double least = 1e18;
    for (int run = 0; run < RUNS; run++) {
        double start = nanos();
        for (long i = 0; i < times; i++) {
            way(to, from, bytes);
            __asm__ volatile("" ::: "memory");
        }
        double each = (nanos() - start) / times;
        least = each < least ? each : least;
    }
    return least;
}

int main(void) {
    static const long sizes[] = {512, 4096, 16384, 65536, 262144, 1048576, MOST};
    char name[] = "/dev/shm/moves-XXXXXX";
    int file = mkstemp(name);
    if (file < 0 || unlink(name) || ftruncate(file, MOST)) {
        perror("moves: /dev/shm");
        return 1;
    }
    char *to = mmap(0, MOST, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    char *from = mmap(0, MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (to == MAP_FAILED || from == MAP_FAILED) {
        perror("moves: mmap");
        return 1;
    }
    memset(from, 1, MOST);
    memset(to, 2, MOST);
    printf("bytes, ns: memcpy, vectors, string move, pieces; by memcpy: vectors, string move, pieces\n");
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double library = least(by_library, to, from, sizes[i]), vectors = least(by_vectors, to, from, sizes[i]);
        double string = least(by_string_move, to, from, sizes[i]), pieces = least(by_pieces, to, from, sizes[i]);
        printf("%8ld %10.1f %10.1f %10.1f %10.1f  %.2f %.2f %.2f\n", sizes[i], library, vectors, string, pieces,
               vectors / library, string / library, pieces / library);
    }
    return 0;
}
