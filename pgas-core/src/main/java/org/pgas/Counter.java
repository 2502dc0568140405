package org.pgas;

/**
 * What a rank counts while it runs, for tools that look at the job from outside ({@code pgas stat}, {@code pgas top}).
 * Counts only grow.
 *
 * <p>Counted are the calls of the rank named, not what others do to its memory. A counter's place in the file is its
 * ordinal: new ones go to the end.
 */
public enum Counter {
    /**
     * Puts of {@link Rma} in every form, signals' data and memsets. Of less than {@link #SMALL} bytes only with
     * {@code pgas.stats=on}. Not transfers of regions (vis), nor what the library copies for collectives.
     */
    PUTS("puts"),
    /** Their bytes. */
    PUT_BYTES("put bytes"),
    /** Gets of {@link Rma} in every form; as with puts, below {@link #SMALL} bytes only with {@code pgas.stats=on}. */
    GETS("gets"),
    /** Their bytes. */
    GET_BYTES("get bytes"),
    /** Operations of atomic domains, and accumulates of contiguous data. Only with {@code pgas.stats=on}. */
    ATOMICS("atomics"),
    /** Barriers of any team begun, named ones too. */
    BARRIERS("barriers"),
    /** Collectives begun, but barriers. */
    COLLECTIVES("collectives"),
    /** Requests sent, in every category, to this rank too; also the library's own, as for memory that is not mapped. */
    REQUESTS("requests"),
    /** Replies sent. */
    REPLIES("replies"),
    /** Payload bytes of both. */
    SENT_BYTES("sent bytes"),
    /** Handlers run, for requests and replies. Counted when the poll that runs them ends. */
    HANDLED("handled"),
    /** Payload bytes that came with them. */
    HANDLED_BYTES("handled bytes"),
    /** Polls that looked into the rings and found something; those that did not only with {@code pgas.stats=on}. */
    POLLS("polls"),
    /** Waits, for peers or for threads of this rank, longer than their first spins. One inside another counts too. */
    WAITS("waits"),
    /** Time in them, in nanoseconds. */
    WAIT_NANOS("waiting ns"),
    /** Times that a thread went to sleep in one. */
    SLEEPS("sleeps"),
    /** Waits for room in a ring, a part of {@link #WAITS}. */
    FULL_RINGS("full rings"),
    /** Time in them, in nanoseconds. */
    FULL_RING_NANOS("full ring ns"),
    /**
     * Blocking puts and memsets of at most 64 bytes, of regions (vis) too, and atomic SETs, on ranks of other
     * neighbourhoods, when they are over: each has waited for a message and its answer. Not signals.
     */
    FAR_PUTS("far puts"),
    /** The same of gets, and of atomic GETs. */
    FAR_GETS("far gets"),
    /** The same of all other atomic operations, and of accumulates. Not steps of structures, such as locks. */
    FAR_UPDATES("far updates");

    /** Transfers of fewer bytes than these are too short to be counted always. */
    public static final int SMALL = 64 << 10;

    private final String label;

    Counter(String label) {
        this.label = label;
    }

    /** A few words for tables. */
    public String label() {
        return label;
    }
}
