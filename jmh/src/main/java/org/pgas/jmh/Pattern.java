package org.pgas.jmh;

/** Where successive words lie. */
public enum Pattern {
    /** All in one place. */
    SAME,
    /** One after the other, in 16 KiB. */
    NEXT,
    /** At random in 16 KiB, which the first-level cache holds. */
    NEAR,
    /** At random in 32 MiB. */
    FAR;

    /** As many offsets as one invocation of a benchmark uses. */
    static final int COUNT = 1 << 10;

    long[] offsets() {
        return switch (this) {
            case SAME -> Places.offsets(COUNT, Long.BYTES);
            case NEXT -> java.util.stream.LongStream.range(0, COUNT).map(i -> Places.DATA + i * Long.BYTES).toArray();
            case NEAR -> Places.offsets(COUNT, Places.NEAR_BYTES);
            case FAR -> Places.offsets(COUNT, Places.FAR_BYTES);
        };
    }
}
