package org.pgas.faults.power;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.examples.kv.KeyValueStore;
import org.pgas.examples.kv.PutOutcome;

/**
 * Puts and deletes of one thread, and a note of each. Keys are the thread's own, but for a few that all threads have;
 * no value is put twice.
 */
final class Putting {
    private static final int OWN_KEYS = 12;
    private static final int SHARED_KEYS = 3;
    private static final int LONGEST = 2_000;

    private final String name;
    private final int rank;
    private final SplittableRandom random;
    private final List<Expected.Change> changes = new ArrayList<>();
    private int number;

    /** @param name of the thread, unlike that of any other of the job */
    Putting(String name, int rank, long seed) {
        this.name = name;
        this.rank = rank;
        random = new SplittableRandom(seed);
    }

    List<Expected.Change> changes() {
        return changes;
    }

    /** The most bytes of a record's value and what is before it. */
    static int mostBytes() {
        return LONGEST + 256;
    }

    /** One put or delete. */
    void step(KeyValueStore store) {
        boolean isShared = random.nextInt(6) == 0;
        String key = isShared ? "all/" + random.nextInt(SHARED_KEYS) + "/"
                : name + "/" + random.nextInt(OWN_KEYS) + "/";
        String value = random.nextInt(5) == 0 ? null : value();
        long begin = System.nanoTime();
        long end;
        try {
            if (value == null) {
                store.delete(bytes(key));
            } else {
                store.put(bytes(key), bytes(value));
            }
            end = System.nanoTime();
        } catch (PgasException e) {
            if (e.code() != ErrorCode.RESOURCE || PutOutcome.of(e) == PutOutcome.Happened.YES) {
                throw e;
            }
            // full: nothing has changed
            return;
        }
        changes.add(new Expected.Change(rank, key, value, begin, end));
    }

    private String value() {
        int length = random.nextInt(random.nextInt(12) == 0 ? LONGEST : 150);
        StringBuilder value = new StringBuilder(name).append(':').append(number++).append(':');
        for (int i = 0; i < length; i++) {
            value.append((char) ('a' + random.nextInt(26)));
        }
        return value.toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
