package org.pgas.bench.rows;

/** What the number of a row says. */
public enum Unit {
    /** Nanoseconds of one operation: less is better. */
    NANOSECONDS("ns", false) {
        @Override
        public double of(double nanosPerOperation, long bytes) {
            return nanosPerOperation;
        }
    },
    /** Megabytes, of 1,000,000 bytes, in a second: more is better. */
    MEGABYTES("MB/s", true) {
        @Override
        public double of(double nanosPerOperation, long bytes) {
            return bytes * 1e3 / nanosPerOperation;
        }
    },
    /** Million operations in a second, of all ranks that work: more is better. */
    MILLIONS("M/s", true) {
        @Override
        public double of(double nanosPerOperation, long bytes) {
            return 1e3 / nanosPerOperation;
        }
    };

    private final String text;
    private final boolean moreIsBetter;

    Unit(String text, boolean moreIsBetter) {
        this.text = text;
        this.moreIsBetter = moreIsBetter;
    }

    /** The number, from the nanoseconds that one operation took and the bytes that it moves. */
    public abstract double of(double nanosPerOperation, long bytes);

    /** As it is written behind a number, and in the file of results. */
    public String text() {
        return text;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** The unit that is written so, or null. */
    public static Unit ofText(String text) {
        for (Unit unit : values()) {
            if (unit.text.equals(text)) {
                return unit;
            }
        }
        return null;
    }
}
