package org.pgas;

/**
 * What a rank counts while it runs, for tools that look at the job from outside ({@code pgas stat}, {@code pgas top}). Counts only
 * grow.
 *
 * <p>Counted are the calls of the rank named, not what others do to its memory. A counter's place in the file is its ordinal: new
 * ones go to the end.
 */
public enum Counter {
    /** Puts in every form, and memsets. Of less than {@link #SMALL} bytes only with {@code pgas.stats=on}. */
    PUTS("puts"),
    /** Their bytes. */
    PUT_BYTES("put bytes"),
    /** Gets in every form. Of less than {@link #SMALL} bytes only with {@code pgas.stats=on}. */
    GETS("gets"),
    /** Their bytes. */
    GET_BYTES("get bytes"),
    /** Atomic operations and accumulates. Only with {@code pgas.stats=on}. */
    ATOMICS("atomics"),
    /** Barriers of any team begun, named ones too. */
    BARRIERS("barriers"),
    /** Collectives begun, but barriers. */
    COLLECTIVES("collectives"),
    /** Requests sent, in every category. */
    REQUESTS("requests"),
    /** Replies sent. */
    REPLIES("replies"),
    /** Payload bytes of both. */
    SENT_BYTES("sent bytes"),
    /** Handlers run, for requests and replies. */
    HANDLED("handled"),
    /** Payload bytes that came with them. */
    HANDLED_BYTES("handled bytes"),
    /** Polls that looked into the rings: those that found something, and with {@code pgas.stats=on} those that found nothing. */
    POLLS("polls"),
    /** Waits that took more than their first spins. */
    WAITS("waits"),
    /** Time in them, in nanoseconds. */
    WAIT_NANOS("waiting ns"),
    /** Times that a thread went to sleep in one. */
    SLEEPS("sleeps"),
    /** Waits for room in a ring, a part of {@link #WAITS}. */
    FULL_RINGS("full rings"),
    /** Time in them, in nanoseconds. */
    FULL_RING_NANOS("full ring ns");

    /** Transfers of fewer bytes than these are too short to be counted always. */
    public static final int SMALL = 512;

    private final String label;

    Counter(String label) {
        this.label = label;
    }

    /** A few words for tables. */
    public String label() {
        return label;
    }
}
