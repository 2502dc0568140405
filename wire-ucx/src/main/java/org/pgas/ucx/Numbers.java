package org.pgas.ucx;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The connections of this rank by the numbers that messages name: an index below 2^20, and 44 bits by chance, so that
 * no process sends to a connection that was not told its number. Under the lock of {@link UcxCarriers}.
 */
final class Numbers {
    private static final int INDEX_BITS = 20;
    private static final int MOST = 1 << INDEX_BITS;

    private final SecureRandom random = new SecureRandom();
    private final List<UcxCarrier> carriers = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /** A number that {@link #put} and {@link #remove} are called with; 0 where all are taken. It is never 0 else. */
    long next() {
        if (free.isEmpty()) {
            if (carriers.size() == MOST) {
                return 0;
            }
            free.push(carriers.size());
            carriers.add(null);
        }
        long chance;
        do {
            chance = random.nextLong() << INDEX_BITS;
        } while (chance == 0);
        return chance | free.pop();
    }

    void put(long number, UcxCarrier carrier) {
        carriers.set(index(number), carrier);
    }

    void remove(long number) {
        carriers.set(index(number), null);
        free.push(index(number));
    }

    /** Null where there is none of that number, whichever process has told it. */
    UcxCarrier find(long number) {
        int index = index(number);
        UcxCarrier found = index < carriers.size() ? carriers.get(index) : null;
        return found != null && found.number() == number ? found : null;
    }

    private static int index(long number) {
        return (int) number & MOST - 1;
    }
}
