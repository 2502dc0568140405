/*
 * The watch of all programs of the comparison: how often a row's body is run, how long a run takes, alike on all ranks,
 * and what is printed. The same steps as in Meter.java.
 *
 * Which rows, and how long, says the environment: ROWS (exact names of rows, name:bytes for one of a row's sizes alone,
 * with commas between; absent or empty: all), ONLY (a part of the name), REPETITIONS (runs that count), RUN_MS (length
 * of a run), WARM_MS (shortest warm-up of a row).
 */
#ifndef WATCH_H
#define WATCH_H

/* So many operations between two looks at the clock in rows of rates. */
#define RATE_CHUNK 256

/* Some operation, so many times. */
typedef void (*body_t)(long times);

/* The same; how many of them count. */
typedef long (*counted_t)(long times);

/* What a program does for the watch; all ranks call each of these together. */
typedef struct {
    const char *library; /* begins the lines */
    void (*barrier)(void);
    long (*agree)(long proposal); /* rank 0's */
    long (*sum)(long count);      /* of all ranks; rank 0 needs it */
} watch_t;

/* Bytes of puts and gets of blocks, and of messages. */
#define BLOCK_SIZES 10
#define MESSAGE_SIZES 7
extern const long block_sizes[BLOCK_SIZES], message_sizes[MESSAGE_SIZES];

extern int rank, ranks;
extern long bytes_of_row; /* while a body runs */

/*
 * Reads the environment; rank and ranks are known by now. Ends the program with a message if a value is out of range.
 */
void watch_begin(const watch_t *watch);

long now(void);
int repetitions_of_row(void);

/* Offsets of words in a window of so many bytes, the same in every run and in every program. */
void draw_offsets(long *offsets, int count, long window);

/* A byte of the pattern of a block; never 0. */
char pattern(long at);

/* Whether the row is to be measured, at any size: for what takes time or memory to prepare. */
int wants(const char *row);

/* Whether no row is to be measured at all, as ROWS is none: a program that only starts, joins and ends. */
int wants_nothing(void);

/* Whether any of the sizes that begin with this name, such as vis-strided-, may be measured. */
int wants_some(const char *beginning);

/* The row's name; the number of ranks, unless it is 2, ends it. Valid until the next call but three. */
const char *numbered(const char *row);

/*
 * Rank 0 alone or everybody runs the body; prints the time per operation on rank 0. operations: how many one time of
 * the body is.
 */
void measure(const char *row, long bytes, int operations, int everybody, body_t body);

/* The same for each of so many sizes, where one time of the body is one operation. */
void measure_sizes(const char *row, const long *sizes, int many, int everybody, body_t body);

/* Rank 0 alone or everybody runs the body for a fixed time; prints that time by what all together have done. */
void measure_rate(const char *row, long bytes, int everybody, counted_t body);

/* Rank 0 prints what single operations took: rows that end in -p50 and -p99. Sorts the samples. */
void report_samples(const char *row, double *samples, int count);

#endif
