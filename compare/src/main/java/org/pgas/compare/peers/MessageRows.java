package org.pgas.compare.peers;

import org.pgas.meter.Cohort;
import org.pgas.meter.Meter;

/**
 * The rows of messages between 2 ranks. {@code msg-rtt}: a message, which the receiver's handler sends back.
 * {@code msg-rate}: messages one way, timed until the receiver has taken in the last and said so; nothing but the
 * library's own buffers holds the sender back.
 */
final class MessageRows {
    /** Opens a channel that suits a row, on both ranks. */
    @FunctionalInterface
    interface Opener {
        Channel open(boolean oneWay, int bytes, Idle idle);
    }

    /**
     * Threads of a library that are to go on beside both ranks, on as many cores, need some of their time; short round
     * trips are over before.
     */
    private static final int SHORT_SPINS = 100;

    private static final int LONG_SPINS = 20;
    private static final int LONGEST_SHORT = 16 << 10;

    private final Meter meter;
    private final Cohort cohort;
    private final Opener opener;
    private final boolean asks;

    MessageRows(Meter meter, Cohort cohort, Opener opener) {
        this.meter = meter;
        this.cohort = cohort;
        this.opener = opener;
        this.asks = cohort.rank() == 0;
    }

    void run() {
        for (int bytes : Sizes.ofMessages()) {
            run("msg-rtt", false, bytes);
        }
        for (int bytes : Sizes.ofMessages()) {
            run("msg-rate", true, bytes);
        }
    }

    private void run(String row, boolean oneWay, int bytes) {
        if (!meter.wants(row)) {
            return;
        }
        Idle idle = new Idle(oneWay || bytes > LONGEST_SHORT ? LONG_SPINS : SHORT_SPINS);
        try (Channel channel = opener.open(oneWay, bytes, idle)) {
            meter.together(row, bytes, new Meter.Body() {
                @Override
                public void prepare(long times) {
                    channel.prepare(times, bytes);
                }

                @Override
                public void run(long times) {
                    if (oneWay) {
                        oneWay(channel, idle, times, bytes);
                    } else {
                        roundTrips(channel, idle, times, bytes);
                    }
                }
            });
            cohort.barrier();
        }
    }

    private void roundTrips(Channel channel, Idle idle, long times, int bytes) {
        if (!asks) {
            take(channel, idle, times, true);
            return;
        }
        for (long i = 0; i < times; i++) {
            channel.send(bytes);
            take(channel, idle, 1, false);
        }
    }

    /** A message comes back when all have been taken in. */
    private void oneWay(Channel channel, Idle idle, long times, int bytes) {
        if (!asks) {
            take(channel, idle, times, false);
            channel.send(bytes);
            return;
        }
        for (long i = 0; i < times; i++) {
            channel.send(bytes);
        }
        take(channel, idle, 1, false);
    }

    private static void take(Channel channel, Idle idle, long messages, boolean echo) {
        int inVain = 0;
        for (long taken = 0; taken < messages;) {
            int now = channel.take(echo);
            if (now == 0) {
                idle.idle(++inVain);
            } else {
                taken += now;
                inVain = 0;
            }
        }
    }
}
