package org.pgas.faults.work;

import java.lang.ref.Reference;

/**
 * A live heap of small objects, linked without order, over which a full collection takes long. Needs the serial
 * collector.
 */
public final class GarbageCollections {
    /** In the message of a rank that cannot make a heap that is large enough. */
    public static final String TOO_SHORT = "collections are too short here";

    /** A line that ends so is printed before a collection. */
    public static final String BEGIN = "collects garbage";

    /** And one that begins so after it, before the milliseconds that it took. */
    public static final String END = "collected for ";

    /** For {@code --heap}: room for {@link #MOST} links, and for those of the size before. */
    public static final String HEAP = "1g";

    private static final int FIRST = 500_000;
    private static final int MOST = 20_000_000;

    /** From a size to the next one: all that were tried before take as long as the last. */
    private static final double GROWTH = 2;

    /** A prime: a chain with steps of so many goes through all, each far from the one before. */
    private static final int STEP = 7_368_787;

    private final Link first;

    private static final class Link {
        private Link next;
    }

    private GarbageCollections(int links) {
        Link[] all = new Link[links];
        for (int i = 0; i < links; i++) {
            all[i] = new Link();
        }
        for (int i = 0; i < links; i++) {
            all[i].next = all[(int) (((long) i + STEP) % links)];
        }
        first = all[0];
    }

    /** As large as it takes, on this machine at this time. */
    static GarbageCollections lasting(int millis) {
        long took = 0;
        for (int links = FIRST; links <= MOST; links = (int) (GROWTH * links)) {
            GarbageCollections made = new GarbageCollections(links);
            // twice: the first may have been slow for other reasons
            took = made.millis();
            took = took < millis ? took : Math.min(took, made.millis());
            if (took >= millis) {
                return made;
            }
        }
        throw new IllegalStateException(TOO_SHORT + ": at most " + took + " ms");
    }

    /** Collects, and says for how long. */
    void collect() {
        System.out.println(BEGIN);
        System.out.println(END + millis() + " ms");
    }

    private long millis() {
        long start = System.nanoTime();
        System.gc();
        long millis = (System.nanoTime() - start) / 1_000_000;
        Reference.reachabilityFence(first.next);
        return millis;
    }
}
