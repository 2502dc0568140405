package org.pgas.examples.kv;

import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.atomics.FairMutex;
import org.pgas.heap.SharedHeap;

/**
 * A hash table of records in a file, used in place by all ranks at once: chains of records, a mutex for every 64th chain.
 *
 * <p>It is whole at any moment, so that all processes may be killed at any moment, too. A put writes its record where nobody looks, and then makes
 * it the store's by one store: into the bucket, or into the link that led to the record of the same key before. What is killed before that store has put
 * nothing, and what is killed after it has put all. A delete is one store, too. Which blocks the heap has given out is safe by itself; a block that
 * was not linked yet, or not freed, is found by {@link StoreRepair}. The mutexes are made anew by each job.
 *
 * <p>Any thread of any rank.
 */
public final class KeyValueStore {
    /** The most bytes of a key. */
    public static final int LONGEST_KEY = 1 << 16;

    private static final int RANK = StoreLayout.RANK;
    private static final int NEXT = 0;
    private static final long NONE = 0;

    private final Rma rma;
    private final StoreLayout layout;
    private final Records records;
    private final SharedHeap heap;
    private final List<FairMutex> mutexes = new ArrayList<>();

    private KeyValueStore(Team team, StoreLayout layout) {
        this.rma = team.rma();
        this.layout = layout;
        records = new Records(rma);
        heap = SharedHeap.open(team, RANK, layout.heap());
        for (int index = 0; index < StoreLayout.MUTEXES; index++) {
            mutexes.add(FairMutex.open(team, RANK, StoreLayout.mutex(index)));
        }
    }

    /** The least bytes of a file with room for something. */
    public static long leastBytes(Job job) {
        return StoreLayout.leastBytes(job.world());
    }

    /**
     * Makes the store in a file that has none, and repairs one that was not closed. By rank 0, before others {@link #open} it. Answers
     * what was repaired, or null. Throws {@link IllegalStateException} or {@link org.pgas.PgasException} when the file holds something else, or is damaged.
     */
    public static StoreRepair prepare(Job job, StoreSegment file) {
        Team team = job.world();
        StoreLayout layout = StoreLayout.read(team.rma());
        StoreRepair repair = null;
        if (layout == null) {
            StoreLayout.of(file.bytes()).lay(team);
        } else {
            layout.check(file.bytes());
            if (file.wasForced()) {
                repair = StoreRepair.run(team, layout);
            }
            // throws when there is none
            SharedHeap.open(team, RANK, layout.heap()).close();
        }
        StoreLayout.layMutexes(team);
        return repair;
    }

    /** The store that has been prepared. */
    public static KeyValueStore open(Job job) {
        return new KeyValueStore(job.world(), StoreLayout.read(job.world().rma()));
    }

    /** The value of a key, or null. */
    public byte[] get(byte[] key) {
        long hash = Records.hashOf(key);
        try (FairMutex.Held _ = mutex(hash).hold()) {
            long record = rma.getLong(RANK, link(hash, key));
            return record == NONE ? null : records.value(record);
        }
    }

    /**
     * Gives a key a value; answers whether it had one before. When it returns it has happened, and outlives a kill of all. Error: no room
     * ({@link org.pgas.ErrorCode#RESOURCE}), and nothing has changed.
     */
    public boolean put(byte[] key, byte[] value) {
        long hash = Records.hashOf(key);
        long record = heap.malloc(Records.bytes(key, value));
        records.write(record, hash, key, value);
        long former;
        try (FairMutex.Held _ = mutex(hash).hold()) {
            long link = link(hash, key);
            former = rma.getLong(RANK, link);
            rma.putLong(RANK, record + NEXT, former == NONE ? NONE : rma.getLong(RANK, former + NEXT));
            // SYNC: record of the store; a process that finds it finds all of it, also when this is the last that ever
            // happens
            rma.putLongRelease(RANK, link, record);
        }
        if (former != NONE) {
            heap.free(former);
        }
        return former != NONE;
    }

    /** Takes a key's value away; answers whether it had one. */
    public boolean delete(byte[] key) {
        long hash = Records.hashOf(key);
        long record;
        try (FairMutex.Held _ = mutex(hash).hold()) {
            long link = link(hash, key);
            record = rma.getLong(RANK, link);
            if (record == NONE) {
                return false;
            }
            rma.putLongRelease(RANK, link, rma.getLong(RANK, record + NEXT));
        }
        heap.free(record);
        return true;
    }

    private FairMutex mutex(long hash) {
        return mutexes.get((int) (layout.bucketOf(hash) % StoreLayout.MUTEXES));
    }

    /** Where it is written which record a key has: in its bucket, or in a record; the last word of the chain if it has none. */
    private long link(long hash, byte[] key) {
        long link = layout.bucket(layout.bucketOf(hash));
        for (long record = rma.getLong(RANK, link); record != NONE; record = rma.getLong(RANK, link)) {
            if (records.hasKey(record, hash, key)) {
                return link;
            }
            link = record + NEXT;
        }
        return link;
    }

    /** Takes records. */
    @FunctionalInterface
    public interface Visitor {
        void entry(byte[] key, byte[] value);
    }

    /** Shows all records, in no order. Those of a bucket are of one moment; the visitor must not use the store. */
    public void forEach(Visitor visitor) {
        for (long bucket = 0; bucket < layout.buckets(); bucket++) {
            // the bucket of a number is that number's hash
            try (FairMutex.Held _ = mutex(bucket).hold()) {
                for (long record = rma.getLong(RANK, layout.bucket(bucket)); record
                        != NONE; record = rma.getLong(RANK, record + NEXT)) {
                    visitor.entry(records.key(record), records.value(record));
                }
            }
        }
    }

    /** Looks at every record and every block. By one rank, while no other uses the store. */
    public StoreCheck check() {
        heap.verify();
        return StoreCheck.of(rma, layout, heap);
    }

    /** Ends the use of the store by this rank. */
    public void close() {
        heap.close();
    }
}
