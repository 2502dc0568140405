package org.pgas.examples.kv;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.coll.Collectives;
import org.pgas.heap.SharedHeap;

/**
 * A hash table of records in a file, used in place by all ranks at once: chains of records, a mutex for every 64th
 * chain.
 *
 * <p><b>A kill.</b> The store is whole at any moment. A put writes its record where nobody looks, and then makes it the
 * store's by one store: into the bucket, or into the link that led to the record of the same key before. What is killed
 * before that store has put nothing, and what is killed after it has put all. A delete is one store, too.
 *
 * <p><b>A loss of power.</b> Then each sector of the file may be as it was at the last {@link #sync}, or as it was at
 * any later moment. So nothing that counts is written over: a record that was replaced or deleted stays until the next
 * sync has brought to the device what is there instead ({@link Retired}). Records tell by themselves that they are
 * whole ({@link RecordFormat}), and of which put ({@link StoreScan} finds them). A key has then the value that it had
 * at the last sync, or
 * one that was put later.
 *
 * <p><b>Epochs.</b> A sync ends one: all that was put and deleted in it is on the device when the sync returns. The
 * header says which epoch is, and how many records there were at its end: whether one is missing can be told.
 *
 * <p>Any thread of any rank; {@link #sync} and {@link #close} are collective, by one thread of each rank.
 */
public final class KeyValueStore {
    /** The most bytes of a key. */
    public static final int LONGEST_KEY = 1 << 16;

    private static final int RANK = StoreLayout.RANK;
    private static final int NEXT = RecordFormat.NEXT;
    private static final long NONE = 0;

    private final Team team;
    private final Rma rma;
    private final StoreLayout layout;
    private final Records records;
    private final SharedHeap heap;
    private final LongAtomicDomain words;
    private final Retired retired;
    private final List<FairMutex> mutexes = new ArrayList<>();

    /** Null but at rank 0, as the next; synced by {@link #syncDevice} alone. */
    private final StoreDevice device;

    private final HeaderCopies copies;

    private KeyValueStore(Team team, StoreLayout layout, StoreDevice device, StoreParts parts) {
        this.team = team;
        this.rma = team.rma();
        this.layout = layout;
        this.device = device;
        copies = device == null ? null : new HeaderCopies(rma, this::syncDevice, layout.bytes());
        records = new Records(rma, parts.format());
        heap = SharedHeap.open(team, RANK, layout.heap());
        words = LongAtomicDomain.create(team);
        retired = parts.retired(heap, records);
        for (int index = 0; index < StoreLayout.MUTEXES; index++) {
            mutexes.add(FairMutex.open(team, RANK, StoreLayout.mutex(index)));
        }
    }

    /** The least bytes of a file with room for something. */
    public static long leastBytes(Job job) {
        return StoreLayout.leastBytes(job.world());
    }

    /**
     * The store that has been prepared, in a file of so many bytes. Collective; {@code device} is null but at rank 0.
     */
    static KeyValueStore open(Team team, long fileBytes, StoreDevice device, StoreParts parts) {
        return new KeyValueStore(team, StoreLayout.of(fileBytes), device, parts);
    }

    /** The value of a key, or null. */
    public byte[] get(byte[] key) {
        long hash = Records.hashOf(key);
        try (FairMutex.Held _ = mutex(hash).hold()) {
            long record = rma.getLong(RANK, link(hash, key));
            return record == NONE ? null : records.value(record, records.knownHead(record));
        }
    }

    /**
     * Gives a key a value; answers whether it had one before. When it returns it has happened, and outlives a kill of
     * all ranks; the next {@link #sync} makes it outlive a loss of power. Error: no room
     * ({@link org.pgas.ErrorCode#RESOURCE}), and nothing has changed; of any other one {@link PutOutcome#of} tells
     * whether the put has happened.
     */
    public boolean put(byte[] key, byte[] value) {
        long hash = Records.hashOf(key);
        long record = heap.malloc(Records.bytes(key, value));
        Putting putting = new Putting(hash, key, record);
        try {
            return putting.put(value);
        } catch (RuntimeException e) {
            e.addSuppressed(new PutOutcome(putting.happened));
            putting.giveBack(e);
            throw e;
        }
    }

    /** A put, from when it has room for its record. */
    private final class Putting {
        private final long hash;
        private final byte[] key;
        private final long record;
        private PutOutcome.Happened happened = PutOutcome.Happened.NO;

        Putting(long hash, byte[] key, long record) {
            this.hash = hash;
            this.key = key;
            this.record = record;
        }

        boolean put(byte[] value) {
            long bodySum = records.writeBody(record, key, value);
            long former;
            boolean isFree = false;
            try (FairMutex.Held _ = mutex(hash).hold()) {
                long epoch = rma.getLong(RANK, StoreLayout.EPOCH);
                long version = words.fetchAdd(RANK, StoreLayout.VERSION, 1) + 1;
                records.writeHead(record, new RecordFormat.Head(hash, key.length, value.length, version, epoch,
                        bodySum, RecordFormat.NEVER));
                long link = link(hash, key);
                former = rma.getLong(RANK, link);
                rma.putLong(RANK, record + NEXT, former == NONE ? NONE : rma.getLong(RANK, former + NEXT));
                happened = PutOutcome.Happened.UNKNOWN;
                // SYNC: record of the store; a process that finds it finds all of it, also when this is the last that
                // ever happens
                rma.putLongRelease(RANK, link, record);
                happened = PutOutcome.Happened.YES;
                count(1, Records.digest(hash, version));
                isFree = former != NONE && replace(former, epoch);
            }
            if (isFree) {
                heap.free(former);
            }
            return former != NONE;
        }

        /** The room of a put that has not happened; what fails meanwhile too goes with {@code why}. */
        void giveBack(RuntimeException why) {
            if (happened == PutOutcome.Happened.NO) {
                RuntimeException also = Agreement.of(() -> heap.free(record));
                if (also != null) {
                    why.addSuppressed(also);
                }
            }
        }
    }

    /**
     * Takes a key's value away; answers whether it had one. Needs no room, and the next sync gives some. As a put, it
     * outlives a kill of all ranks.
     */
    public boolean delete(byte[] key) {
        long hash = Records.hashOf(key);
        try (FairMutex.Held _ = mutex(hash).hold()) {
            long link = link(hash, key);
            long record = rma.getLong(RANK, link);
            if (record == NONE) {
                return false;
            }
            RecordFormat.Head head = records.knownHead(record);
            rma.putLongRelease(RANK, link, rma.getLong(RANK, record + NEXT));
            count(-1, -Records.digest(hash, head.version()));
            retired.deleted(record, head.version(), rma.getLong(RANK, StoreLayout.EPOCH));
            return true;
        }
    }

    private void count(long entries, long digest) {
        words.add(RANK, StoreLayout.ENTRIES, entries);
        words.add(RANK, StoreLayout.SUM, digest);
    }

    /**
     * Takes a record out of the counts that was replaced. Answers whether its place may be used anew at once: nobody
     * was told that it is on the device. With the mutex.
     */
    private boolean replace(long record, long epoch) {
        RecordFormat.Head head = records.knownHead(record);
        count(-1, -Records.digest(head.hash(), head.version()));
        if (head.epoch() == epoch) {
            // before the epoch ends: at its end it is not counted
            records.drop(record, head.version(), epoch);
            return true;
        }
        retired.replaced(record, head.version(), epoch);
        return false;
    }

    /**
     * Returns when all that ranks have put and deleted before they called it is on the device, and survives a loss of
     * power from then on. Puts and deletes of other threads may go on meanwhile; they are of this sync or of the next.
     *
     * <p>Collective, by one thread of each rank. Error: {@link StoreSyncException} on every rank, when the device has
     * refused: nothing new is claimed, all stays in the store, and the next sync tries everything again.
     */
    public void sync() {
        // what every rank has put before it calls is put
        team.barrier();
        StoreHeader.End[] end = new StoreHeader.End[1];
        check(() -> {
            if (device != null) {
                end[0] = endEpoch();
                syncDevice();
            }
        });
        long epoch = Collectives.of(team).broadcast(RANK, end[0] == null ? 0 : end[0].epoch());
        check(() -> retired.mark(epoch));
        check(() -> {
            if (device != null) {
                copies.write(copies.newest().synced(end[0]));
            }
        });
        retired.free(epoch);
    }

    private void check(Runnable step) {
        Agreement.check(team, Agreement.of(step), problem -> new StoreSyncException(
                "the store was not brought to its device: " + problem.getMessage(), problem));
    }

    /** With all mutexes: no put is between two epochs. */
    private StoreHeader.End endEpoch() {
        Deque<FairMutex.Held> held = new ArrayDeque<>();
        try {
            mutexes.forEach(each -> held.push(each.hold()));
            long epoch = rma.getLong(RANK, StoreLayout.EPOCH);
            rma.putLong(RANK, StoreLayout.EPOCH, epoch + 1);
            return new StoreHeader.End(epoch, words.get(RANK, StoreLayout.ENTRIES), words.get(RANK, StoreLayout.SUM));
        } finally {
            held.forEach(FairMutex.Held::close);
        }
    }

    /** After a sync that has failed, everything is written once more. */
    private void syncDevice() {
        if (rma.getLong(RANK, StoreLayout.FAILED) != 0) {
            layout.touch(page -> words.add(RANK, page, 0), device);
        }
        // until it has succeeded: also for a next job, when this one is killed
        rma.putLong(RANK, StoreLayout.FAILED, 1);
        device.sync();
        rma.putLong(RANK, StoreLayout.FAILED, 0);
    }

    private FairMutex mutex(long hash) {
        return mutexes.get((int) (layout.bucketOf(hash) % StoreLayout.MUTEXES));
    }

    /**
     * Where it is written which record a key has: in its bucket, or in a record; the last word of the chain if it has
     * none.
     */
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
                    RecordFormat.Head head = records.knownHead(record);
                    visitor.entry(records.key(record, head), records.value(record, head));
                }
            }
        }
    }

    /** Looks at every record and every block. By one rank, while no other uses the store, after a sync. */
    public StoreCheck check() {
        heap.verify();
        return StoreCheck.of(rma, layout, heap, records);
    }

    /**
     * Syncs, and ends the use of the store: it is marked as closed when all that it holds is on the device. Collective.
     * Error: as {@link #sync}; the store is then one that was not closed.
     */
    void close() {
        sync();
        heap.close();
        team.barrier();
        check(() -> {
            if (device != null) {
                syncDevice();
                copies.writeBoth(copies.newest().closed(rma.getLong(RANK, StoreLayout.VERSION)));
            }
        });
    }
}
