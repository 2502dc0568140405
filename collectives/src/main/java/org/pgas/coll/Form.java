package org.pgas.coll;

/** The collectives: which members write data, and which members read these. */
enum Form {
    BROADCAST("broadcast", Flow.FROM_ROOT, false, false),
    GATHER("gather", Flow.TO_ROOT, false, false),
    SCATTER("scatter", Flow.FROM_ROOT, true, false),
    ALL_GATHER("allGather", Flow.AMONG_ALL, false, false),
    EXCHANGE("exchange", Flow.AMONG_ALL, true, false),
    GATHER_V("gatherV", Flow.TO_ROOT, false, true),
    SCATTER_V("scatterV", Flow.FROM_ROOT, true, true),
    ALL_GATHER_V("allGatherV", Flow.AMONG_ALL, false, true),
    EXCHANGE_V("exchangeV", Flow.AMONG_ALL, true, true),
    REDUCE_TO_ONE("reduceToOne", Flow.TO_ROOT, false, false),
    REDUCE_TO_ALL("reduceToAll", Flow.AMONG_ALL, false, false),
    SCAN("scan", Flow.UPWARD, false, false),
    EXSCAN("exscan", Flow.UPWARD, false, false),
    /** First step of the reduction of large vectors: each member reduces a part of them. */
    REDUCE_PARTS("reduceToAll", Flow.AMONG_ALL, true, false),
    /** Second step: each member gets the parts of the others. */
    COLLECT_PARTS("reduceToAll", Flow.AMONG_ALL, false, true),
    // Folds from neighbourhood to neighbourhood
    REDUCE_ALONG("reduceToOne", Flow.ALONG_CHAIN, false, false),
    SCAN_ALONG("scan", Flow.ALONG_CHAIN, false, false),
    EXSCAN_ALONG("exscan", Flow.ALONG_CHAIN, false, false),
    /** One half of a reduction for all: one member gets the result. */
    REDUCE_FOR_ALL("reduceToAll", Flow.ALONG_CHAIN, false, false),
    /** The other half: that member, which no call names, gives it to the others. */
    GIVE_RESULT("reduceToAll", Flow.FROM_ROOT, false, false);

    /** In a head: the writer could not give its data, and those of the slot are none. */
    static final long BROKEN = 1L << 63;

    /** In a head: the writer counts its arrival at its group, which may have a bundle ({@link Groups}). */
    static final long COUNTED = 1L << 45;

    private static final int FORM_SHIFT = 58;

    /** More than any job has ranks, and more bytes than any memory has. */
    private static final int ROOT_SHIFT = 46;

    private static final long ROOT_MASK = (1L << FORM_SHIFT - ROOT_SHIFT) - 1;
    private static final long BYTES_MASK = COUNTED - 1;

    /** Which members read what which member writes. */
    enum Flow {
        /** All others read what the root writes. */
        FROM_ROOT,
        /** The root reads what all others write. */
        TO_ROOT,
        /** Each reads what all others write. */
        AMONG_ALL,
        /** Each reads what lower ranks write. */
        UPWARD,
        /** As a {@link FoldChain} says. */
        ALONG_CHAIN
    }

    private final String call;
    private final String nonBlockingCall;
    final Flow flow;
    private final boolean perReader;
    private final boolean varied;

    Form(String method, Flow flow, boolean perReader, boolean varied) {
        this.call = "Collectives." + method;
        this.nonBlockingCall = call + "Nb";
        this.flow = flow;
        this.perReader = perReader;
        this.varied = varied;
    }

    /** Such as "Collectives.gather". */
    String call() {
        return call;
    }

    /** Such as "Collectives.gatherNb". */
    String nonBlockingCall() {
        return nonBlockingCall;
    }

    /** Whether a writer has another block for each reader. */
    boolean isPerReader() {
        return perReader;
    }

    /** Whether members write or read, but do not do both. */
    boolean isOneWay() {
        return flow == Flow.FROM_ROOT || flow == Flow.TO_ROOT || flow == Flow.ALONG_CHAIN;
    }

    /** The root that a call names; negative when it names none. */
    int calledRoot(int root) {
        return this == GIVE_RESULT ? -1 : root;
    }

    /** Whether blocks differ in size. Only the writer and the reader of a block know its size then. */
    boolean isVaried() {
        return varied;
    }

    /** Whether also small blocks go in rounds: their sizes differ, or they are steps of collectives of large ones. */
    boolean isInRounds() {
        return varied || flow == Flow.ALONG_CHAIN || this == REDUCE_PARTS || this == GIVE_RESULT;
    }

    /** Whether {@code reader} reads what {@code writer} writes. */
    boolean reads(int reader, int writer, int root) {
        return switch (flow) {
            case FROM_ROOT -> writer == root && reader != root;
            case TO_ROOT -> reader == root && writer != root;
            case AMONG_ALL -> reader != writer;
            case UPWARD -> reader > writer;
            case ALONG_CHAIN -> throw new IllegalStateException(this + " without its chain");
        };
    }

    /** In one word: which call, its root's team rank or a negative number, and how many bytes a block has. */
    long head(int root, long bytes) {
        return (long) (ordinal() + 1) << FORM_SHIFT | (long) (root + 1) << ROOT_SHIFT | bytes;
    }

    /** The bytes of a block that a word of {@link #head} says. */
    static long bytes(long head) {
        return head & BYTES_MASK;
    }

    /** What a word of {@link #head} says, for messages. */
    static String describeHead(long head) {
        int number = (int) ((head & ~BROKEN) >>> FORM_SHIFT) - 1;
        String call = number >= 0 && number < values().length ? values()[number].call() : "a call that is none";
        int root = (int) (head >>> ROOT_SHIFT & ROOT_MASK) - 1;
        return call + (root < 0 || number == GIVE_RESULT.ordinal() ? "" : " with root " + root) + " of " + bytes(head)
                + " bytes";
    }
}
