package org.pgas.bench.rows;

/** What a row measures. There is a row of it for each size, or one without a size. */
public enum Kind {
    PUT("put", Suite.LATENCY, Unit.NANOSECONDS,
            "blocking put from native memory, within 256 KiB of rank 1's segment; rank 1 leaves that memory alone"),
    GET("get", Suite.LATENCY, Unit.NANOSECONDS, "blocking get into native memory, from the same place"),
    PUT_VALUE("put-value", Suite.LATENCY, Unit.NANOSECONDS, "putLong: a plain store"),
    GET_VALUE("get-value", Suite.LATENCY, Unit.NANOSECONDS, "getLong: a plain load"),
    PUT_FENCE("put-fence", Suite.LATENCY, Unit.NANOSECONDS, "putLong and a fence"),
    PUT_PINGPONG("put-pingpong", Suite.LATENCY, Unit.NANOSECONDS,
            "round trip: a put and a released flag to rank 1, which spins for the flag and does the same to rank 0"),
    AM_SHORT("am-short", Suite.LATENCY, Unit.NANOSECONDS, "round trip: a short request and its short reply"),
    AM_MEDIUM("am-medium", Suite.LATENCY, Unit.NANOSECONDS,
            "round trip: a medium request with so many bytes and its short reply"),
    AM_LONG("am-long", Suite.LATENCY, Unit.NANOSECONDS,
            "round trip: a long request with so many bytes and its short reply"),

    PUT_STREAM("put-stream", Suite.BANDWIDTH, Unit.MEGABYTES, "blocking puts from native memory"),
    GET_STREAM("get-stream", Suite.BANDWIDTH, Unit.MEGABYTES, "blocking gets into native memory"),
    AM_MEDIUM_STREAM("am-medium-stream", Suite.BANDWIDTH, Unit.MEGABYTES,
            "medium requests, only the last of which is answered"),
    AM_LONG_STREAM("am-long-stream", Suite.BANDWIDTH, Unit.MEGABYTES,
            "long requests, only the last of which is answered"),

    AM_RATE("am-rate", Suite.RATE, Unit.MILLIONS,
            "short requests from rank 0 to rank 1, only the last of which is answered"),
    PUT_RATE("put-rate", Suite.RATE, Unit.MILLIONS,
            "putLong at random places of 16 MiB of the next rank, all ranks at once"),
    GET_RATE("get-rate", Suite.RATE, Unit.MILLIONS,
            "getLong at random places of 16 MiB of the next rank, all ranks at once"),
    RANDOM_UPDATES("random-updates", Suite.RATE, Unit.MILLIONS,
            "atomic exclusive-or at random places of a table of 16 MiB for each rank, all ranks at once"),

    FETCH_ADD_OWN("fetch-add-own", Suite.ATOMICS, Unit.NANOSECONDS, "on a word of the own segment"),
    FETCH_ADD_REMOTE("fetch-add-remote", Suite.ATOMICS, Unit.NANOSECONDS,
            "on a word of rank 1, which leaves it alone"),
    CAS_OWN("cas-own", Suite.ATOMICS, Unit.NANOSECONDS, "compare-and-swap that succeeds, on a word of the own segment"),
    CAS_REMOTE("cas-remote", Suite.ATOMICS, Unit.NANOSECONDS,
            "compare-and-swap that succeeds, on a word of rank 1, which leaves it alone"),
    FETCH_ADD_CONTENDED("fetch-add-contended", Suite.ATOMICS, Unit.MILLIONS, "all ranks at once on one word of rank 0"),
    CAS_CONTENDED("cas-contended", Suite.ATOMICS, Unit.MILLIONS,
            "all ranks at once on one word of rank 0; counted are those that succeed"),
    ACCUMULATE("accumulate", Suite.ATOMICS, Unit.NANOSECONDS, "doubles from native memory added to those of rank 1"),

    BARRIER("barrier", Suite.COLLECTIVES, Unit.NANOSECONDS, "of all ranks"),
    BROADCAST("broadcast", Suite.COLLECTIVES, Unit.NANOSECONDS, "so many bytes from each rank in turn"),
    REDUCE("reduce", Suite.COLLECTIVES, Unit.NANOSECONDS, "the sum of so many bytes of doubles, at each rank in turn"),
    ALL_REDUCE("all-reduce", Suite.COLLECTIVES, Unit.NANOSECONDS, "the sum of so many bytes of doubles, at all ranks"),
    ALL_GATHER("all-gather", Suite.COLLECTIVES, Unit.NANOSECONDS, "so many bytes of each rank, at all ranks"),

    PUT_STRIDED("put-strided", Suite.SHAPES, Unit.MEGABYTES,
            "pieces of so many bytes, at twice that distance, from packed native memory"),
    GET_STRIDED("get-strided", Suite.SHAPES, Unit.MEGABYTES,
            "pieces of so many bytes, at twice that distance, into packed native memory"),
    PUT_VECTOR("put-vector", Suite.SHAPES, Unit.MEGABYTES,
            "a list of pieces of so many bytes, in no order, from packed native memory"),

    MUTEX("mutex", Suite.LOCKS, Unit.NANOSECONDS,
            "lock and unlock, of a mutex in rank 1's segment that nobody else wants"),
    MUTEX_HANDOVER("mutex-handover", Suite.LOCKS, Unit.NANOSECONDS,
            "from one rank to another, when all ranks want the mutex all the time");

    private final String word;
    private final Suite suite;
    private final Unit unit;
    private final String text;

    Kind(String word, Suite suite, Unit unit, String text) {
        this.word = word;
        this.suite = suite;
        this.unit = unit;
        this.text = text;
    }

    /** Its name in tables and in the file of results. */
    public String word() {
        return word;
    }

    public Suite suite() {
        return suite;
    }

    public Unit unit() {
        return unit;
    }

    /** A line for people. */
    public String text() {
        return text;
    }

    /** The kind of this word, or null. */
    public static Kind ofWord(String word) {
        for (Kind kind : values()) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        return null;
    }
}
