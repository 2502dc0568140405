#define _GNU_SOURCE
#include "tcp_stream.h"

#include "pause.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MILLIS 30000
#define RETRY_MILLIS 10

static int connection;
static char ahead[MUCH]; /* what has come and nobody has asked for */
static long taken, filled, wanted = LITTLE;
static char waiting[MUCH]; /* what leaves with the next flush */
static long queued;

static void give_up(const char *call) {
    fprintf(stderr, "tcp: rank %d: %s: %s\n", rank, call, strerror(errno));
    exit(1);
}

/* ---- how they meet ---- */

static void sleep_millis(long millis) {
    struct timespec time = {millis / 1000, millis % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static int accept_one(const struct sockaddr_in *place) {
    int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (door < 0 || bind(door, (const struct sockaddr *)place, sizeof *place) || listen(door, 1)) {
        give_up("the port cannot be listened at");
    }
    struct pollfd looked_at = {door, POLLIN, 0};
    errno = ETIMEDOUT;
    int made = poll(&looked_at, 1, PATIENCE_MILLIS) == 1 ? accept(door, NULL, NULL) : -1;
    if (made < 0) {
        give_up("the other rank did not come");
    }
    close(door);
    return made;
}

static int connect_to(const struct sockaddr_in *place) {
    for (long waited = 0;; waited += RETRY_MILLIS) {
        int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (made >= 0 && connect(made, (const struct sockaddr *)place, sizeof *place) == 0) {
            return made;
        }
        if (made < 0 || waited >= PATIENCE_MILLIS) {
            give_up("the other rank cannot be reached");
        }
        close(made);
        sleep_millis(RETRY_MILLIS);
    }
}

void meet(int waits, const char *address, int port) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int on = 1;
    if (port < 1 || port > 65535 || inet_pton(AF_INET, address, &place.sin_addr) != 1) {
        fprintf(stderr, "tcp: '%s' port %d is no place to meet: an IPv4 address and 1..65535 are\n", address, port);
        exit(2);
    }
    connection = waits ? accept_one(&place) : connect_to(&place);
    if (setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on)) {
        give_up("setsockopt");
    }
}

/* ---- without sleeping ---- */

/* A call that has not done anything: it is tried again, unless something is wrong. */
static void try_again(const char *call) {
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        give_up(call);
    }
    PAUSE();
}

/* What one call sends, 0 where there is no room. */
static long send_some(struct iovec *parts, int count) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
    ssize_t sent = sendmsg(connection, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0) {
        try_again("sendmsg");
        return 0;
    }
    return sent;
}

static long receive_some(void *to, long bytes) {
    ssize_t received = recv(connection, to, (size_t)bytes, MSG_DONTWAIT);
    if (received == 0) {
        errno = ECONNRESET;
        give_up("the other rank has gone");
    }
    if (received < 0) {
        try_again("recv");
        return 0;
    }
    return received;
}

static long await_some(void *to, long bytes) {
    long received;
    while (!(received = receive_some(to, bytes))) {
    }
    return received;
}

/* ---- sending ---- */

void send_both(const void *head, long head_bytes, const void *data, long data_bytes) {
    struct iovec parts[2] = {{(void *)head, (size_t)head_bytes}, {(void *)data, (size_t)data_bytes}};
    int first = 0;
    while (first < 2) {
        size_t sent = (size_t)send_some(parts + first, 2 - first);
        while (first < 2 && sent >= parts[first].iov_len) {
            sent -= parts[first++].iov_len;
        }
        if (first < 2) {
            parts[first].iov_base = (char *)parts[first].iov_base + sent;
            parts[first].iov_len -= sent;
        }
    }
}

void flush(void) {
    if (queued) {
        send_both(waiting, queued, NULL, 0);
        queued = 0;
    }
}

static void keep_back(const void *part, long bytes) {
    if (bytes == 8) {
        memcpy(waiting + queued, part, 8);
    } else if (bytes) {
        memcpy(waiting + queued, part, (size_t)bytes);
    }
    queued += bytes;
}

void queue(const void *head, long head_bytes, const void *data, long data_bytes) {
    if (head_bytes + data_bytes > MUCH - queued) {
        flush();
    }
    if (head_bytes + data_bytes > MUCH / 4) {
        flush();
        send_both(head, head_bytes, data, data_bytes);
        return;
    }
    keep_back(head, head_bytes);
    keep_back(data, data_bytes);
}

/* ---- receiving ---- */

void read_ahead(long bytes) { wanted = bytes; }

static long from_ahead(void *to, long bytes) {
    long part = bytes < filled - taken ? bytes : filled - taken;
    if (part > 0) {
        memcpy(to, ahead + taken, (size_t)part);
        taken += part;
    }
    return part;
}

void receive(void *to, long bytes) {
    char *at = to;
    while (bytes > 0) {
        long part = from_ahead(at, bytes);
        if (part == 0 && bytes >= wanted) {
            part = await_some(at, bytes);
        } else if (part == 0) {
            taken = 0;
            filled = await_some(ahead, wanted);
        }
        at += part;
        bytes -= part;
    }
}

void exchange(const void *from, void *to, long bytes) {
    long sent = 0, received = from_ahead(to, bytes);
    while (sent < bytes || received < bytes) {
        if (sent < bytes) {
            struct iovec part = {(char *)from + sent, (size_t)(bytes - sent)};
            sent += send_some(&part, 1);
        }
        if (received < bytes) {
            received += receive_some((char *)to + received, bytes - received);
        }
    }
}
