package org.pgas;

/**
 * What a non-blocking put or a message promises about its source: when the program may overwrite it.
 *
 * <p>Legal: {@link #NOW}, {@link #DEFER} and {@link #event()} where an explicit event is returned (NB); {@link #NOW},
 * {@link #DEFER} and {@link #GROUP} for implicit ones (NBI); {@link #NOW}, {@link #GROUP} and {@link #event()} for requests of
 * {@link ActiveMessages}; {@link #NOW} and {@link #event()} for replies. Another choice is an error.
 *
 * <p>Source: GASNet-EX Extended API, notes 2a and 2b; "Fixed-payload AM APIs", note 2.
 */
public final class LocalCompletion {
    /** The source may be overwritten when the call returns. */
    public static final LocalCompletion NOW = new LocalCompletion("NOW");

    /** The source may be overwritten when the operation has been synchronised. */
    public static final LocalCompletion DEFER = new LocalCompletion("DEFER");

    /** The source may be overwritten when {@link Nbi#await} with {@link EventCategory#LC} returned. */
    public static final LocalCompletion GROUP = new LocalCompletion("GROUP");

    private final String name;
    private Event event;

    private LocalCompletion(String name) {
        this.name = name;
    }

    /**
     * A new holder: the put or message that it is passed to stores its leaf event here. The source may be overwritten, and its arena closed, when
     * that is synchronised. For one put or message at a time and one thread.
     */
    public static LocalCompletion event() {
        return new LocalCompletion("event");
    }

    /** The leaf event of the last put or message that this holder was passed to. Error: a constant, or not passed to one yet. */
    public Event leaf() {
        if (event == null) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "LocalCompletion.leaf: no put or message has been given this " + name + " yet");
        }
        return event;
    }

    /**
     * For the library's other modules; not part of the API. Refuses what an operation with an explicit event cannot promise.
     *
     * @hidden
     */
    public void legalForNb(int rank) {
        if (this == GROUP) {
            throw illegal(rank, "an explicit-event (NB) put", "NOW, DEFER or event()");
        }
    }

    /**
     * For the library's other modules; not part of the API. Refuses what an operation with an implicit event cannot promise.
     *
     * @hidden
     */
    public void legalForNbi(int rank) {
        if (this != NOW && this != DEFER && this != GROUP) {
            throw illegal(rank, "an implicit-event (NBI) put", "NOW, DEFER or GROUP");
        }
    }

    void legalForRequest(int rank) {
        if (this == DEFER) {
            throw illegal(rank, "a request", "NOW, GROUP or event()");
        }
    }

    void legalForReply(int rank) {
        if (this == DEFER || this == GROUP) {
            throw illegal(rank, "a reply", "NOW or event()");
        }
    }

    /**
     * For the library's other modules; not part of the API. Notes the leaf event of an operation that is locally complete already.
     *
     * @hidden
     */
    public void completed() {
        if (this != NOW && this != DEFER && this != GROUP) {
            event = Event.DONE;
        }
    }

    /** Whether it asks for an event. */
    boolean isEvent() {
        return this != NOW && this != DEFER && this != GROUP;
    }

    /** Notes the event of a message whose source is still in use, of a holder that {@link #isEvent asks} for one. */
    void lent(Event completion) {
        event = completion;
    }

    /** Notes the leaf event of an operation whose source is still in use. */
    void pending(Event operation) {
        if (this != NOW && this != DEFER && this != GROUP) {
            event = operation.leaf(EventCategory.LC);
        }
    }

    private PgasException illegal(int rank, String call, String legal) {
        return new PgasException(
                ErrorCode.BAD_ARGUMENT,
                "rank " + rank + ": local completion " + name + " is not legal for " + call + ": give " + legal);
    }

    @Override
    public String toString() {
        return name;
    }
}
