package org.pgas.team;

import java.util.function.Supplier;

/**
 * The one object that the module of collectives keeps with a team. One that is a {@link TeamCompanion} is asked, and
 * told, when the team is destroyed. Any thread.
 */
public final class KeptCompanion {
    private volatile Object companion; // the first thread that asks, under this | all threads | volatile

    /** The same for every caller; {@code make} makes it at the first call. */
    public Object get(Supplier<Object> make) {
        Object known = companion;
        return known != null ? known : made(make);
    }

    private synchronized Object made(Supplier<Object> make) {
        if (companion == null) {
            companion = make.get();
        }
        return companion;
    }

    /** See {@link TeamCompanion#outstanding}. */
    String outstanding() {
        return companion instanceof TeamCompanion known ? known.outstanding() : null;
    }

    /** See {@link TeamCompanion#destroyed}. */
    void destroyed() {
        if (companion instanceof TeamCompanion known) {
            known.destroyed();
        }
    }
}
