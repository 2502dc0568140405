package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.locks.AreaLock;
import org.pgas.atomics.locks.AreaReadWriteLock;
import org.pgas.atomics.locks.FarAreaLock;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Which segments there are in a job, by identifier: {@link SegmentWords} in shared memory. Each rank enters there what
 * it has made, and all ranks look there without asking another. A rank that enters or takes out has the lock, which is
 * in rank 0's part of the area. A rank that looks needs no lock: each step under the lock changes what one entry tells,
 * and counts. So if the counts before and after a look are equal, and no entry has changed meanwhile, the look has seen
 * what there was at one time.
 *
 * <p>Any thread. Identifiers are looked for among all entries: that takes a microsecond for some hundred segments,
 * where making one takes system calls.
 */
final class SegmentRegistry { // Fields and orders: SegmentWords.
    /** Of the words of default segments, which are there as long as the registry. */
    static final long ALWAYS = 1;

    /** More than fit into any part of the area; a list that goes round in a circle ends there. */
    private static final int MOST_CHUNKS = 1 << 18;

    /** A card, which has the path of a file in it. */
    private static final int MOST_INTRODUCTION_BYTES = 1 << 17;

    private final Team team;
    private final SharedArea area;
    private final AreaLock lock;

    /** The lock is had by one thread of a rank at a time. */
    private final ReentrantLock threads = new ReentrantLock();

    /** Places of this rank's, in the order of their chain. Guarded by the lock. */
    private final List<Long> chunks = new ArrayList<>();

    /** Of the entry made last. Guarded by the lock. */
    private long generation = ALWAYS;

    /** An entry of a rank, and the generation that it was found with. */
    private interface Look {
        void at(int rank, long entry, long generation);
    }

    /** Where the heap of a segment is. */
    private record Heap(long offset, long bytes) {}

    private SegmentRegistry(Team team, AreaLock lock) {
        this.team = team;
        this.area = TeamCore.of(team).area();
        this.lock = lock;
    }

    /**
     * The registry of a team that is used for nothing else: its roots are what the team has for collectives.
     * Collective. Error, on all members: no shared memory.
     */
    static SegmentRegistry open(Team team) {
        RuntimeException failure = null;
        SharedArea area = TeamCore.of(team).area();
        long root = TeamCore.of(team).collectiveBlock(team.rank());
        if (team.rank() == 0) {
            try {
                long place = area.allocate(AreaReadWriteLock.bytes(team.size()));
                AreaReadWriteLock.lay(area.address(place), team.size());
                change(area, SegmentWords.lockWord(root), Long.BYTES, () -> SegmentWords.lock(root, place));
            } catch (PgasException e) {
                failure = e; // after the barrier, for which the others wait
            }
        }
        change(area, root, Long.BYTES, () -> SegmentWords.generation(root, ALWAYS));
        team.barrier();
        if (failure != null) {
            throw failure;
        }
        long place = SegmentWords.lock(TeamCore.of(team).collectiveBlock(0));
        if (place == 0) {
            throw Refusals.of(team.job().rank()).error(ErrorCode.RESOURCE, "Mppa.init",
                    "rank 0 has no shared memory for it: see the error there");
        }
        return new SegmentRegistry(team, lock(team, place));
    }

    private static AreaLock lock(Team team, long place) {
        String name = "the registry of segments";
        long address = checked(team, place, AreaReadWriteLock.bytes(team.size()));
        return TeamCore.of(team).addresses().isElsewhere(0) ? new FarAreaLock(team, 0, place, name)
                : new AreaReadWriteLock(team, address, name);
    }

    /** Stores words of this rank's that others look for, and lets ranks elsewhere have them: the first one last. */
    private static void change(SharedArea area, long address, int bytes, Runnable store) {
        if (!area.backing().isCopied()) {
            store.run();
            return;
        }
        area.backing().beginChange();
        store.run();
        area.backing().endChange(address, bytes);
    }

    /** The address of a place that was read from shared memory. */
    private static long checked(Team team, long place, long bytes) {
        if (!TeamCore.of(team).area().isPlace(place, bytes)) {
            throw damaged(team, bytes + " bytes at place " + place + " of the file area, which is impossible");
        }
        return TeamCore.of(team).area().address(place);
    }

    private static PgasException damaged(Team team, String what) {
        return Refusals.of(team.job().rank()).error(ErrorCode.RESOURCE, "the registry of MPPA segments is damaged",
                "it leads to " + what + ": another process has written into the files of the job");
    }

    /** Words of a rank's default segment, of generation {@link #ALWAYS}. */
    long defaultWords(int rank) {
        return root(rank);
    }

    private long root(int rank) {
        return TeamCore.of(team).collectiveBlock(rank);
    }

    /** Another number whenever something has been entered or taken out. */
    long changes() {
        long sum = 0;
        for (int rank = 0; rank < team.size(); rank++) {
            sum += SegmentWords.changes(root(rank));
        }
        return sum;
    }

    /** Does {@code work} while nobody enters or takes out anything. */
    <T> T locked(String call, boolean writes, Supplier<T> work) {
        threads.lock();
        try {
            lock.lock(call, writes);
            try {
                return work.get();
            } finally {
                lock.unlock(writes);
            }
        } finally {
            threads.unlock();
        }
    }

    /** What has that identifier, in the order of the ranks; null when something has changed meanwhile. Never waits. */
    List<Registration> tryFind(long identifier) {
        long before = changes();
        List<Registration> found = look(identifier);
        // SYNC: registry of segments; what was found is older than the counts that follow
        SharedMemory.acquireFence();
        return changes() == before ? found : null;
    }

    /** The same, by the holder of the lock: looks again when a process has taken back meanwhile what it had entered. */
    private List<Registration> find(long identifier) {
        List<Registration> found = null;
        while (found == null) {
            found = look(identifier);
        }
        return found;
    }

    /** Null when an entry has changed while it was read. */
    private List<Registration> look(long identifier) {
        List<Registration> found = new ArrayList<>();
        Set<Long> ending = new HashSet<>();
        boolean[] torn = {false};
        all((rank, entry, is) -> {
            if (SegmentWords.identifier(entry) != identifier) {
                return;
            }
            if (SegmentWords.isPast(entry)) {
                ending.add(SegmentWords.group(entry));
            } else if (SegmentWords.isSegment(entry)) {
                Registration each = read(entry, rank, is);
                if (each == null) {
                    torn[0] = true;
                } else {
                    found.add(each);
                }
            }
        });
        found.replaceAll(each -> ending.contains(each.group()) ? each.asEnding() : each);
        return torn[0] ? null : found;
    }

    private void all(Look look) {
        for (int rank = 0; rank < team.size(); rank++) {
            long place = SegmentWords.first(root(rank));
            for (int seen = 0; place != 0; seen++) {
                if (seen == MOST_CHUNKS) {
                    throw damaged(team, "more than " + MOST_CHUNKS + " chunks of rank " + rank);
                }
                long chunk = checked(team, place, SegmentWords.CHUNK_BYTES);
                for (int i = 0; i < SegmentWords.ENTRIES; i++) {
                    long entry = SegmentWords.entry(chunk, i);
                    long is = SegmentWords.generation(entry);
                    if (is != 0) {
                        look.at(rank, entry, is);
                    }
                }
                place = SegmentWords.next(chunk);
            }
        }
    }

    /** Null when it was taken out meanwhile. */
    private Registration read(long entry, int rank, long is) {
        long place = SegmentWords.introduction(entry);
        int bytes = SegmentWords.introductionBytes(entry);
        if (!SegmentWords.isStill(entry, is)) {
            return null;
        }
        if (bytes < 0 || bytes > MOST_INTRODUCTION_BYTES) {
            throw damaged(team, "an introduction of " + bytes + " bytes");
        }
        byte[] introduction = new byte[bytes];
        SharedMemory.copyOut(checked(team, place, bytes), MemorySegment.ofArray(introduction), 0, bytes);
        Registration read = SegmentWords.read(entry, rank, is, introduction);
        return SegmentWords.isStill(entry, is) ? read : null;
    }

    /**
     * Enters what this rank has made, and answers it with its words. Errors, with nothing entered: the identifier is
     * another segment's, or that of a multicast segment to which this does not belong; no shared memory. {@code maker}
     * lays what others are to find in it, when nothing is refused any more.
     */
    Registration enter(String call, Registration own, Runnable maker) {
        Registration[] entered = {null};
        try {
            locked(call, true, () -> {
                entered[0] = enter(call, own, find(own.identifier()), maker);
                return null;
            });
        } catch (RuntimeException e) {
            if (entered[0] != null) {
                takeBack(entered[0]); // the owner of the lock's words has not answered: the caller frees the memory
            }
            throw e;
        } finally {
            TeamCore.of(team).ringAll();
        }
        return entered[0];
    }

    private Registration enter(String call, Registration own, List<Registration> there, Runnable maker) {
        refuse(call, own, there);
        long entry = freeEntry();
        long place = area.allocate(own.introduction().length);
        boolean made = false;
        try {
            maker.run();
            made = true;
        } finally {
            if (!made) {
                area.free(place);
            }
        }
        tell(own.introduction(), place);
        long key = Registration.key(own.rank(), ++generation);
        Registration whole = own.entered(entry, generation, there.isEmpty() ? key : there.getFirst().group());
        write(entry, generation, () -> SegmentWords.write(entry, whole, place));
        changed();
        return whole;
    }

    /** Takes out again what has just been entered, without the lock: no other rank writes these words. */
    private void takeBack(Registration of) {
        threads.lock();
        try {
            clear(of.words());
            changed();
            area.free(SegmentWords.introduction(of.words()));
        } finally {
            threads.unlock();
        }
    }

    private void tell(byte[] introduction, long place) {
        long address = area.address(place);
        SharedMemory.copyIn(MemorySegment.ofArray(introduction), 0, address, introduction.length);
        if (area.backing().isCopied()) {
            area.backing().copy(address, introduction.length + Long.BYTES - 1L & -Long.BYTES);
        }
    }

    /** Has an entry tell something: one with the generation 0, or a part that ends. */
    private void write(long entry, long is, Runnable words) {
        change(area, entry, SegmentWords.WRITTEN_BYTES, () -> {
            words.run();
            SegmentWords.generation(entry, is);
        });
    }

    private void clear(long entry) {
        change(area, entry, Long.BYTES, () -> SegmentWords.generation(entry, 0));
    }

    private void changed() {
        long root = root(team.rank());
        change(area, SegmentWords.changesWord(root), Long.BYTES, () -> SegmentWords.changed(root));
    }

    private long freeEntry() {
        long entry = findFree();
        if (entry == 0) {
            clearOld();
            entry = findFree();
        }
        if (entry != 0) {
            return entry;
        }
        long place = area.allocate(SegmentWords.CHUNK_BYTES);
        if (chunks.isEmpty()) {
            long root = root(team.rank());
            change(area, SegmentWords.firstWord(root), Long.BYTES, () -> SegmentWords.first(root, place));
        } else {
            long last = area.address(chunks.getLast());
            change(area, last, Long.BYTES, () -> SegmentWords.next(last, place));
        }
        chunks.add(place);
        return SegmentWords.entry(area.address(place), 0);
    }

    /** An own entry that tells nothing; 0 for none. */
    private long findFree() {
        for (long place : chunks) {
            for (int i = 0; i < SegmentWords.ENTRIES; i++) {
                long entry = SegmentWords.entry(area.address(place), i);
                if (SegmentWords.generation(entry) == 0) {
                    return entry;
                }
            }
        }
        return 0;
    }

    /** Clears own entries of parts of segments that have ended everywhere, and of heaps in what is no more. */
    private void clearOld() {
        Set<Long> there = new HashSet<>();
        List<Long> others = new ArrayList<>();
        for (int rank = 0; rank < team.size(); rank++) {
            there.add(Registration.key(rank, ALWAYS));
        }
        all((rank, entry, is) -> {
            if (SegmentWords.isSegment(entry)) {
                there.add(Registration.key(rank, is));
                there.add(SegmentWords.group(entry));
            } else if (rank == team.rank()) {
                others.add(entry);
            }
        });
        for (long each : others) {
            if (!there.contains(SegmentWords.group(each))) {
                clear(each);
            }
        }
        changed(); // before any of them is written again
    }

    private void refuse(String call, Registration own, List<Registration> there) {
        if (there.isEmpty()) {
            return;
        }
        Registration first = there.getFirst();
        String what = null;
        if (!own.isMulticast() || !first.isMulticast()) {
            what = "rank " + first.rank() + " has created a segment of it (" + first.arguments()
                    + "): take another identifier, clone that one, or let all its creators give the same multi";
        } else if (there.stream().anyMatch(Registration::ending)) {
            what = "it is that of a multicast segment that some of its creators have destroyed, and not yet "
                    + ranks(there) + ": it is free when all have";
        } else if (there.stream().anyMatch(each -> each.rank() == own.rank())) {
            what = "this process has created it already: the " + first.multi() + " creators of a multicast segment are "
                    + "different processes";
        } else if (!own.isAlike(first)) {
            what = "rank " + first.rank() + " has created it with " + first.arguments() + ", this process gives "
                    + own.arguments() + ": all creators of a multicast segment give the same";
        } else if (there.size() == first.multi()) {
            what = "its " + first.multi() + " creators are there already, " + ranks(there);
        }
        if (what != null) {
            throw Refusals.of(team.job().rank()).bad(call,
                    "identifier " + Registration.name(own.identifier()) + ": " + what);
        }
    }

    private static String ranks(List<Registration> of) {
        return "ranks " + of.stream().map(Registration::rank).toList();
    }

    /**
     * Takes out what this rank has entered: handles of it do not work any more. Nobody finds the rest of a multicast
     * segment, either. Gives {@code heapEnd} where its heap begins in it, if it has one, while no clone opens or closes
     * that. An exception before that has changed nothing: {@link #isThere} tells.
     */
    void leave(String call, Registration own, LongConsumer heapEnd) {
        try {
            locked(call, true, () -> {
                boolean isWhole = own.isMulticast() && find(own.identifier()).size() == own.multi();
                Heap heap = heap(own.rank(), own.generation());
                if (isWhole) {
                    write(own.words(), ++generation, () -> SegmentWords.writePast(own.words()));
                } else {
                    clear(own.words());
                }
                changed();
                area.free(SegmentWords.introduction(own.words()));
                if (heap != null) {
                    heapEnd.accept(heap.offset());
                }
                return null;
            });
        } finally {
            TeamCore.of(team).ringAll();
        }
    }

    /** Whether what this rank has entered is still there. */
    boolean isThere(Registration own) {
        return SegmentWords.isThere(own.words(), own.generation());
    }

    /** Called by the holder of the lock; null for none. */
    private Heap heap(int rank, long is) {
        long segment = Registration.key(rank, is);
        Heap[] found = {null};
        all((_, entry, _) -> {
            if (SegmentWords.isHeap(entry) && SegmentWords.group(entry) == segment) {
                found[0] = new Heap(SegmentWords.heapOffset(entry), SegmentWords.heapBytes(entry));
            }
        });
        return found[0];
    }

    /** Has {@code maker} make a heap in a segment that has none; says whether it did. Error: it has another one. */
    boolean makeHeap(String call, Member member, long offset, long bytes, Runnable maker) {
        return locked(call, true, () -> {
            if (!member.isThere()) {
                return false; // the caller finds out
            }
            Heap there = heap(member.rank, member.generation);
            if (there != null && (there.offset() != offset || there.bytes() != bytes)) {
                throw Refusals.of(team.job().rank()).bad(call,
                        "the segment has a heap already, of " + there.bytes() + " bytes at offset " + there.offset()
                                + ": give the same place, or use that one");
            }
            if (there == null) {
                long entry = freeEntry();
                maker.run();
                long segment = Registration.key(member.rank, member.generation);
                write(entry, ++generation, () -> SegmentWords.writeHeap(entry, segment, offset, bytes));
                changed();
            }
            return there == null;
        });
    }

    /** Unless the segment is destroyed, which waits meanwhile: does {@code work} with its heap's offset or -1. */
    void whileThere(String call, Member member, LongConsumer work) {
        locked(call, false, () -> {
            if (member.isThere()) {
                Heap heap = heap(member.rank, member.generation);
                work.accept(heap == null ? -1 : heap.offset());
            }
            return null;
        });
    }

    /** Gives back what this rank has of the area, when no rank looks any more and nothing of it is entered. */
    void close() {
        chunks.forEach(area::free);
        if (team.rank() == 0) {
            area.free(SegmentWords.lock(root(0)));
        }
    }
}
