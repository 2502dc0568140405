package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.locks.AreaReadWriteLock;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Which segments there are in a job, by identifier: {@link SegmentWords} in shared memory, where each rank enters what it has made and all
 * ranks look without asking anybody.
 *
 * <p>Any thread. Identifiers are looked for among all entries: that takes a microsecond for some hundred segments, where making one takes
 * system calls.
 */
final class SegmentRegistry {
    /** Of the words of default segments, which are there as long as the registry. */
    static final long ALWAYS = 1;

    /** More than fit into any part of the area; a list that goes round in a circle ends there. */
    private static final int MOST_CHUNKS = 1 << 18;

    /** A card, which has the path of a file in it. */
    private static final int MOST_INTRODUCTION_BYTES = 1 << 17;

    private final Team team;
    private final SharedArea area;
    private final AreaReadWriteLock lock;

    /** The area's lock is had by one thread of a rank at a time. */
    private final ReentrantLock threads = new ReentrantLock();

    /** Places of this rank's, in the order of their chain. Guarded by the lock. */
    private final List<Long> chunks = new ArrayList<>();

    /** Of the entry made last. Guarded by the lock. */
    private long generation = ALWAYS;

    private SegmentRegistry(Team team, AreaReadWriteLock lock) {
        this.team = team;
        this.area = TeamCore.of(team).area();
        this.lock = lock;
    }

    /**
     * The registry of a team that is used for nothing else: its roots are what the team has for collectives. Collective. Error, on all
     * members: no shared memory.
     */
    static SegmentRegistry open(Team team) {
        RuntimeException failure = null;
        long root = TeamCore.of(team).collectiveBlock(team.rank());
        if (team.rank() == 0) {
            try {
                long place = TeamCore.of(team).area().allocate(AreaReadWriteLock.bytes(team.size()));
                AreaReadWriteLock.lay(TeamCore.of(team).area().address(place), team.size());
                SegmentWords.lock(root, place);
            } catch (PgasException e) {
                failure = e; // after the barrier, for which the others wait
            }
        }
        SegmentWords.generation(root, ALWAYS);
        team.barrier();
        if (failure != null) {
            throw failure;
        }
        long place = SegmentWords.lock(TeamCore.of(team).collectiveBlock(0));
        if (place == 0) {
            throw Refusals.of(team.job().rank()).error(ErrorCode.RESOURCE, "Mppa.init",
                    "rank 0 has no shared memory for it: see the error there");
        }
        return new SegmentRegistry(team, new AreaReadWriteLock(team,
                checked(team, place, AreaReadWriteLock.bytes(team.size())), "the registry of segments"));
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
        return TeamCore.of(team).collectiveBlock(rank);
    }

    private long root(int rank) {
        return TeamCore.of(team).collectiveBlock(rank);
    }

    /** Another number whenever something has been entered or taken out. */
    long changes() {
        return SegmentWords.changes(root(0));
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

    /** What has that identifier, in the order of the ranks; null when somebody else is at work here. Never waits. */
    List<Registration> tryFind(long identifier) {
        if (!threads.tryLock()) {
            return null;
        }
        try {
            if (!lock.tryLock(false)) {
                return null;
            }
            try {
                return find(identifier);
            } finally {
                lock.unlock(false);
            }
        } finally {
            threads.unlock();
        }
    }

    /** The same, by who has the lock. */
    private List<Registration> find(long identifier) {
        List<Registration> found = new ArrayList<>();
        for (int rank = 0; rank < team.size(); rank++) {
            long place = SegmentWords.first(root(rank));
            for (int chunks = 0; place != 0; chunks++) {
                if (chunks == MOST_CHUNKS) {
                    throw damaged(team, "more than " + MOST_CHUNKS + " chunks of rank " + rank);
                }
                long chunk = checked(team, place, SegmentWords.CHUNK_BYTES);
                for (int i = 0; i < SegmentWords.ENTRIES; i++) {
                    long entry = SegmentWords.entry(chunk, i);
                    if (SegmentWords.generation(entry) != 0 && SegmentWords.identifier(entry) == identifier) {
                        found.add(read(entry, rank));
                    }
                }
                place = SegmentWords.next(chunk);
            }
        }
        return found;
    }

    private Registration read(long entry, int rank) {
        int bytes = SegmentWords.introductionBytes(entry);
        if (bytes < 0 || bytes > MOST_INTRODUCTION_BYTES) {
            throw damaged(team, "an introduction of " + bytes + " bytes");
        }
        byte[] introduction = new byte[bytes];
        long from = checked(team, SegmentWords.introduction(entry), bytes);
        SharedMemory.copyOut(from, MemorySegment.ofArray(introduction), 0, bytes);
        return SegmentWords.read(entry, rank, introduction);
    }

    /**
     * Enters what this rank has made, and answers it with its words. Errors, with nothing entered: the identifier is another segment's, or that of a
     * multicast segment to which this does not belong; no shared memory. {@code maker} lays what others are to find in it, when nothing is refused any more.
     */
    Registration enter(String call, Registration own, Runnable maker) {
        Registration entered = locked(call, true, () -> {
            refuse(call, own, find(own.identifier()));
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
            SharedMemory.copyIn(MemorySegment.ofArray(own.introduction()), 0, area.address(place),
                    own.introduction().length);
            SegmentWords.write(entry, own, place);
            SegmentWords.generation(entry, ++generation);
            return SegmentWords.read(entry, own.rank(), own.introduction());
        });
        changed();
        return entered;
    }

    private void changed() {
        SegmentWords.changed(root(0));
        TeamCore.of(team).ringAll();
    }

    private long freeEntry() {
        for (long place : chunks) {
            for (int i = 0; i < SegmentWords.ENTRIES; i++) {
                long entry = SegmentWords.entry(area.address(place), i);
                if (SegmentWords.generation(entry) == 0) {
                    return entry;
                }
            }
        }
        long place = area.allocate(SegmentWords.CHUNK_BYTES);
        if (chunks.isEmpty()) {
            SegmentWords.first(root(team.rank()), place);
        } else {
            SegmentWords.next(area.address(chunks.getLast()), place);
        }
        chunks.add(place);
        return SegmentWords.entry(area.address(place), 0);
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
     * Takes out what this rank has entered: handles of it do not work any more. Nobody finds the rest of a multicast segment, either. Gives
     * {@code heapEnd} where its heap begins in it, if it has one, while no clone opens or closes that. An exception before that has changed nothing: {@link #isThere}
     * tells.
     */
    void leave(String call, Registration own, LongConsumer heapEnd) {
        try {
            locked(call, true, () -> {
                List<Registration> group = find(own.identifier());
                if (own.isMulticast() && group.size() == own.multi()) {
                    group.forEach(each -> SegmentWords.end(each.words()));
                }
                SegmentWords.generation(own.words(), 0);
                area.free(SegmentWords.introduction(own.words()));
                if (SegmentWords.heap(own.words()) >= 0) {
                    heapEnd.accept(SegmentWords.heap(own.words()));
                }
                return null;
            });
        } finally {
            changed();
        }
    }

    /** Whether what this rank has entered is still there. */
    boolean isThere(Registration own) {
        return SegmentWords.isThere(own.words(), own.generation());
    }

    /** Has {@code maker} make a heap in a segment that has none; says whether it did. Error: it has another one. */
    boolean makeHeap(String call, long words, long generation, long offset, long bytes, Runnable maker) {
        return locked(call, true, () -> {
            long there = SegmentWords.heap(words);
            if (!SegmentWords.isThere(words, generation)) {
                return false; // the caller finds out
            }
            if (there >= 0 && (there != offset || SegmentWords.heapBytes(words) != bytes)) {
                throw Refusals.of(team.job().rank()).bad(call,
                        "the segment has a heap already, of " + SegmentWords.heapBytes(words) + " bytes at offset "
                                + there + ": give the same place, or use that one");
            }
            if (there < 0) {
                maker.run();
                SegmentWords.heap(words, offset, bytes);
            }
            return there < 0;
        });
    }

    /** Unless the segment is destroyed, which waits meanwhile: does {@code work} with its heap's offset or -1. */
    void whileThere(String call, Member member, LongConsumer work) {
        locked(call, false, () -> {
            if (member.isThere()) {
                work.accept(SegmentWords.heap(member.words));
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
