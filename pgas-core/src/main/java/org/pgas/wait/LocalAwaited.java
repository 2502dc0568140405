package org.pgas.wait;

/** Something that a thread waits for and that no rank in particular has to do. */
public abstract class LocalAwaited implements Awaited {
    private final String description;

    public LocalAwaited(String description) {
        this.description = description;
    }

    /** For those that describe themselves anew each time. */
    public LocalAwaited() {
        this("");
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
