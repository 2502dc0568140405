package org.pgas;

import org.pgas.spi.Conduit;

/** Something that a thread waits for and that no rank in particular has to do. */
abstract class LocalAwaited implements Awaited {
    private final String description;

    LocalAwaited(String description) {
        this.description = description;
    }

    /** For those that describe themselves anew each time. */
    LocalAwaited() {
        this("");
    }

    @Override
    public Conduit.Activity activity() {
        return Conduit.Activity.EVENT;
    }

    @Override
    public int[] missing() {
        return NOBODY;
    }

    @Override
    public String describe() {
        return description;
    }
}
