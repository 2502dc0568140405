package org.pgas.mpi.comm;

/**
 * The contexts of a rank by their keys, in a table with open addressing. A context is there from the first message or
 * receive on, since another member may send before this one has made the communicator. Everything under the lock of the
 * engine.
 */
final class Contexts {
    private static final int FIRST_PLACES = 64;

    /** Odd, and without a pattern in its bits. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private long[] keys = new long[FIRST_PLACES];
    private Matching[] found = new Matching[FIRST_PLACES];
    private int count;

    /** @param leader the job rank that has chosen the number */
    static long key(int leader, int number) {
        return (long) leader << 32 | number & 0xFFFF_FFFFL;
    }

    private static int place(long key, int places) {
        return (int) (key * SPREAD >>> -Integer.numberOfTrailingZeros(places));
    }

    /** Made if it is not there. */
    Matching of(long key) {
        int mask = keys.length - 1;
        for (int place = place(key, keys.length);; place = place + 1 & mask) {
            Matching context = found[place];
            if (context == null) {
                return add(key);
            }
            if (keys[place] == key) {
                return context;
            }
        }
    }

    private Matching add(long key) {
        Matching made = new Matching();
        if (++count > keys.length / 2) {
            long[] oldKeys = keys;
            Matching[] old = found;
            keys = new long[oldKeys.length * 2];
            found = new Matching[oldKeys.length * 2];
            for (int i = 0; i < old.length; i++) {
                if (old[i] != null) {
                    put(oldKeys[i], old[i]);
                }
            }
        }
        put(key, made);
        return made;
    }

    private void put(long key, Matching context) {
        int mask = keys.length - 1;
        int place = place(key, keys.length);
        while (found[place] != null) {
            place = place + 1 & mask;
        }
        keys[place] = key;
        found[place] = context;
    }

    /** Forgets one that is empty; one that is not stays. */
    void remove(long key) {
        int mask = keys.length - 1;
        int place = place(key, keys.length);
        while (found[place] != null && keys[place] != key) {
            place = place + 1 & mask;
        }
        if (found[place] == null || !found[place].isEmpty()) {
            return;
        }
        found[place] = null;
        count--;
        // those behind it that had to go on from there take its place
        for (int next = place + 1 & mask; found[next] != null; next = next + 1 & mask) {
            Matching moved = found[next];
            long movedKey = keys[next];
            found[next] = null;
            put(movedKey, moved);
        }
    }
}
