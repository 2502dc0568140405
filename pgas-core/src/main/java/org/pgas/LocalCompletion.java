package org.pgas;

import org.pgas.operation.Completion;
import org.pgas.rank.Face;

/**
 * What a non-blocking put or a message promises about its source: when the program may overwrite it.
 *
 * <p>Legal: {@link #NOW}, {@link #DEFER} and {@link #event()} where an explicit event is returned (NB); {@link #NOW},
 * {@link #DEFER} and {@link #GROUP} for implicit ones (NBI); {@link #NOW}, {@link #GROUP} and {@link #event()} for
 * requests of {@link ActiveMessages}; {@link #NOW} and {@link #event()} for replies. Another choice is an error.
 *
 * <p>Source: GASNet-EX Extended API, notes 2a and 2b; "Fixed-payload AM APIs", note 2.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class LocalCompletion extends Face<Completion> {
    /** The source may be overwritten when the call returns. */
    public static final LocalCompletion NOW = new LocalCompletion(Completion.NOW);

    /** The source may be overwritten when the operation has been synchronised. */
    public static final LocalCompletion DEFER = new LocalCompletion(Completion.DEFER);

    /** The source may be overwritten when {@link Nbi#await} with {@link EventCategory#LC} returned. */
    public static final LocalCompletion GROUP = new LocalCompletion(Completion.GROUP);

    private final Completion core;

    private LocalCompletion(Completion core) {
        super(core);
        this.core = core;
    }

    /**
     * A new holder: the put or message that it is passed to stores its leaf event here. The source may be overwritten,
     * and its arena closed, when that is synchronised. For one put or message at a time and one thread.
     */
    public static LocalCompletion event() {
        return new LocalCompletion(Completion.event());
    }

    /** The leaf event of the last put or message that this was passed to. Error: a constant, or passed to none yet. */
    public Event leaf() {
        return core.leaf();
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
