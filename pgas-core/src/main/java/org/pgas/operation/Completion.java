package org.pgas.operation;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.PgasException;
import org.pgas.rank.Cores;
import org.pgas.rank.Face;
import org.pgas.rank.PublicCall;
import org.pgas.refusal.Refusals;

/**
 * What an operation promises about its source: the core of {@code LocalCompletion} of the API. Three of them are
 * constants; others hold the event that the operation leaves behind. For one operation at a time and one thread,
 * plainly.
 */
public final class Completion {
    public static final Completion NOW = new Completion("NOW");
    public static final Completion DEFER = new Completion("DEFER");
    public static final Completion GROUP = new Completion("GROUP");

    private final String name;
    private Event event;

    private Completion(String name) {
        this.name = name;
    }

    /** One that holds an event. */
    public static Completion event() {
        return new Completion("event");
    }

    /** The core of {@code completion}; null of null. */
    public static Completion of(Face<Completion> completion) {
        return completion == null ? null : Cores.of(completion);
    }

    public Event leaf() {
        if (event == null) {
            throw Refusals.OF_NO_RANK.bad("LocalCompletion.leaf",
                    "no put or message has been given this " + name
                            + " yet, so it is of no rank: give it to one first");
        }
        return event;
    }

    /** Refuses what an operation with an explicit event cannot promise. */
    public void legalForNb(int rank) {
        if (this == GROUP) {
            throw illegal(rank, "an explicit-event (NB) put", "NOW, DEFER or event()");
        }
    }

    /** Refuses what an operation with an implicit event cannot promise. */
    public void legalForNbi(int rank) {
        if (isEvent()) {
            throw illegal(rank, "an implicit-event (NBI) put", "NOW, DEFER or GROUP");
        }
    }

    public void legalForRequest(int rank) {
        if (this == DEFER) {
            throw illegal(rank, "a request", "NOW, GROUP or event()");
        }
    }

    public void legalForReply(int rank) {
        if (this == DEFER || this == GROUP) {
            throw illegal(rank, "a reply", "NOW or event()");
        }
    }

    public boolean isEvent() {
        return this != NOW && this != DEFER && this != GROUP;
    }

    /** The source may be overwritten now. */
    public void completed() {
        if (isEvent()) {
            event = Event.DONE;
        }
    }

    /** The source may be overwritten when {@code completion} is synchronised. Only of one that holds an event. */
    public void lent(Event completion) {
        event = completion;
    }

    /** The source may be overwritten when that step of {@code operation} is synchronised. */
    public void pending(Event operation) {
        if (isEvent()) {
            event = operation.leaf(EventCategory.LC);
        }
    }

    private PgasException illegal(int rank, String operation, String legal) {
        return Refusals.of(rank).bad(PublicCall.current(),
                "local completion " + name + " is not legal for " + operation + ": legal are " + legal);
    }

    @Override
    public String toString() {
        return name;
    }
}
