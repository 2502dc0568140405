/* One connection between two processes, for one thread of each; a failure ends the program with a message. */
#ifndef TCP_STREAM_H
#define TCP_STREAM_H

#include "watch.h"

/* Waits at the address for the other process, or connects to it; half a minute at most. */
void meet(int waits, const char *address, int port);

/* Sends both parts by one system call, or as few as the kernel has room for. */
void send_both(const void *head, long head_bytes, const void *data, long data_bytes);

/* The same, but small parts leave with what follows them, at the latest by flush. */
void queue(const void *head, long head_bytes, const void *data, long data_bytes);
void flush(void);

/* So many bytes of what has come, and waits for them. */
void receive(void *to, long bytes);

/* Sends as many bytes as it receives, both at once: so both processes may call it, however many bytes there are. */
void exchange(const void *from, void *to, long bytes);

/*
 * How many bytes a system call asks for at least, since more may have come: little where each is asked for in turn, so
 * that blocks go straight to their place, and much where small parts follow each other.
 */
#define LITTLE (4L << 10)
#define MUCH (64L << 10)
void read_ahead(long bytes);

#endif
