package org.pgas.pshm;

/**
 * The process that has a FILE segment open, in one word, so that one compare-and-set takes the file: 22 bits of its pid
 * (Linux has no larger), the lower 32 of its start, and 10 that depend on the host's boot and on its namespaces.
 * Whether it lives is not told by the word alone: see {@link FileOwnership}.
 *
 * @param word 0 for nobody
 */
record FileOwner(long word) {
    static final FileOwner NOBODY = new FileOwner(0);

    private static final int PID_SHIFT = 42;
    private static final int START_SHIFT = 10;
    private static final long START_MASK = 0xFFFF_FFFFL;
    private static final int PLACE_MASK = (1 << START_SHIFT) - 1;

    static FileOwner current() {
        return of(ProcessIdentity.current());
    }

    static FileOwner of(ProcessIdentity process) {
        Namespaces told = process.namespaces();
        long place = (told.boot() * 31 + told.pid()) * 31 + told.time();
        return new FileOwner(process.pid() << PID_SHIFT | (process.start() & START_MASK) << START_SHIFT
                | Long.hashCode(place) & PLACE_MASK);
    }

    long pid() {
        return word >>> PID_SHIFT;
    }

    /** Which rank of the job it is; -1 if none. */
    int rankIn(ControlFile control) {
        for (int rank = 0; rank < control.size(); rank++) {
            if (word != 0 && of(control.process(rank)).word == word) {
                return rank;
            }
        }
        return -1;
    }
}
