package org.pgas.spi;

/** What lines of {@link SyncLanes} are for. */
public enum SyncLane {
    /** Arrivals at the world team's barrier. */
    WORLD_BARRIER("barrier of the world"),
    /** Arrivals and names of the named barrier. */
    NAMED_BARRIER("named barrier"),
    /** Arrivals at the library's own collective steps. */
    INTERNAL("internal steps of the world");

    private final String words;

    SyncLane(String words) {
        this.words = words;
    }

    /** What it is, for people. */
    public String words() {
        return words;
    }
}
