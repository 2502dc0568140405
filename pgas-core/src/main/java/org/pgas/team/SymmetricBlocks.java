package org.pgas.team;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.place.SegmentCore;
import org.pgas.place.TakenRanges;
import org.pgas.rank.ThisRank;
import org.pgas.refusal.Failures;

/**
 * What a team has allocated in its members' segments: blocks at the same offset of all of them, or in one member's.
 *
 * <p><b>How members agree on a place.</b> Each knows what is taken of its own segment alone, by whatever teams. It
 * takes the highest place that is free there, and all tell theirs. Where these differ, the lowest is the next bound:
 * the members above it give theirs back, take the highest place up to there, and all tell again. The bound only falls,
 * so that this ends: with a place that all have taken, or with a member that has found none, when all fail. Members
 * whose segments look alike agree at once.
 *
 * <p><b>Teams take turns.</b> Two teams with members in common that take and give back at once would drive each other
 * down. So a member has a place of its own only while its team is the lowest of those that look for one in its segment,
 * by the place of their words, and else tells that it is busy; then all begin again. A team looks when all its members
 * have come, so the lowest of all waits for no other team, and no thread holds a lock while it waits for members.
 *
 * <p>Collective calls are made as all of the team: by one thread of each member at a time. What one member is told it
 * checks as all others do, so that all throw or none does.
 */
public final class SymmetricBlocks {
    /** In place of a team rank, and never one: at all members. */
    public static final long EVERYWHERE = Long.MIN_VALUE;

    /** The place of a member that takes none: it fits all others. */
    private static final long ANY_PLACE = Long.MAX_VALUE;

    /** That of a member in whose segment it is another team's turn. */
    private static final long BUSY = ANY_PLACE - 1;

    // what a member tells of an allocation
    private static final int PROBLEM = 0;
    private static final int RANK = 1;
    private static final int BYTES = 2;
    private static final int ALIGNMENT = 3;
    private static final int SEGMENT = 4;
    private static final int PLACE = 5;
    private static final int FREE = 6;
    private static final int LENGTH = 7;

    /** What a member tells of a free: whether it is refused, and this. */
    private static final int FREED_RANK = 1;

    private static final int FREED_OFFSET = 2;
    private static final int FREED_LENGTH = 3;

    /** Told by a member whose endpoint has none. */
    private static final long NO_SEGMENT = -1;

    private final TeamCore team;
    private final ThisRank self;

    /** Those that are not freed, in other members' segments too. Touched by collective calls alone. */
    private final Map<Place, Block> blocks = new HashMap<>();

    /** {@link #EVERYWHERE}, or in one member's segment. */
    private record Place(long rank, long offset) {}

    /** Where this member has taken it; null if that is in another one's segment. */
    private record Block(TakenRanges ranges) {}

    /** What all give alike; whether the segment has to be mapped. */
    private record Wish(String call, long rank, long bytes, long alignment, boolean mapped) {
        @Override
        public String toString() {
            return describe(rank, bytes, alignment);
        }

        static String describe(long rank, long bytes, long alignment) {
            return bytes + " bytes at a multiple of " + alignment
                    + (rank == EVERYWHERE ? "" : " in the segment of rank " + rank + " of the team");
        }
    }

    public SymmetricBlocks(TeamCore team) {
        this.team = team;
        this.self = team.self();
    }

    /**
     * Allocates {@code bytes} zeros {@link #EVERYWHERE}, or in the segment of a member; returns their offset, a
     * multiple of {@code alignment}. Collective: none returns before they are there.
     */
    public long allocate(String call, long rank, long bytes, long alignment) {
        return allocate(new Wish(call, rank, bytes, alignment, false));
    }

    /** As {@link #allocate}, for what only mapped memory may hold. */
    public long allocateMapped(String call, long rank, long bytes, long alignment) {
        return allocate(new Wish(call, rank, bytes, alignment, true));
    }

    private long allocate(Wish wish) {
        begin(wish.call());
        SegmentCore segment = team.endpoint().segment();
        // all members have come, and ask for the same
        tell(wish, Failures.of(() -> check(wish, segment)), segment, ANY_PLACE);
        TakenRanges ranges = isAt(wish.rank()) ? segment.taken() : null;
        if (ranges == null) {
            return allocate(wish, segment, null);
        }
        ranges.enter(team.words().place());
        try {
            return allocate(wish, segment, ranges);
        } finally {
            ranges.leave(team.words().place());
        }
    }

    /** {@code ranges} are null if the block is to lie in another member's segment. */
    private long allocate(Wish wish, SegmentCore segment, TakenRanges ranges) {
        long own = TakenRanges.NONE;
        long bound = ANY_PLACE;
        try {
            while (true) {
                own = proposed(wish, ranges, own, bound);
                long[] all = tell(wish, null, segment, own);
                long lowest = lowest(all);
                if (isEverybodys(all, lowest)) {
                    clear(wish, segment, lowest);
                    blocks.put(new Place(wish.rank(), lowest), new Block(ranges));
                    return lowest;
                }
                bound = isAnyBusy(all) ? ANY_PLACE : lowest;
            }
        } catch (RuntimeException | Error e) {
            if (ranges != null) {
                ranges.giveBack(own);
            }
            throw e;
        }
    }

    /** What this member takes next, up to {@code bound}, when it had taken {@code own}. */
    private long proposed(Wish wish, TakenRanges ranges, long own, long bound) {
        if (ranges == null) {
            return ANY_PLACE;
        }
        if (own == bound) {
            return own;
        }
        ranges.giveBack(own);
        return ranges.isTurnOf(team.words().place()) ? ranges.take(wish.bytes(), wish.alignment(), bound) : BUSY;
    }

    private static boolean isAnyBusy(long[] all) {
        for (int at = 0; at < all.length; at += LENGTH) {
            if (all[at + PLACE] == BUSY) {
                return true;
            }
        }
        return false;
    }

    /**
     * Frees the block at {@code offset} {@link #EVERYWHERE}, or in the segment of a member. Collective: what is there
     * is nobody's when all have called it.
     */
    public void free(String call, long rank, long offset) {
        begin(call);
        Place place = new Place(rank, offset);
        Throwable problem = blocks.containsKey(place) ? null : noBlock(call, place);
        long[] all = team.exchangeNumbers(call, Failures.word(problem), rank, offset);
        refuse(call, problem, all, FREED_LENGTH);
        for (int at = 0; at < all.length; at += FREED_LENGTH) {
            if (all[at + FREED_RANK] != rank || all[at + FREED_OFFSET] != offset) {
                throw self.refusals().bad(call, "rank " + at / FREED_LENGTH + " of the team gives "
                        + describe(all[at + FREED_RANK], all[at + FREED_OFFSET]) + ", and this one "
                        + describe(rank, offset) + ": all give the same");
            }
        }
        Block block = blocks.remove(place);
        if (block.ranges() != null) {
            block.ranges().giveBack(offset);
        }
        // the next block there may belong to another atomic domain: an access phase ends
        team.barrierWords().await();
    }

    /** Has no block lie in a range of this member's segment any more. Not collective. */
    public void exclude(String call, long offset, long bytes) {
        team.begin(call);
        SegmentCore segment = team.endpoint().segment();
        if (segment == null) {
            throw noSegment(call);
        }
        if (bytes < 1 || offset < 0 || offset > segment.size() - bytes) {
            throw self.refusals().bad(call, bytes + " bytes from offset " + offset
                    + ": legal is a range of 1 byte at least inside the bound segment of " + segment.size()
                    + " bytes");
        }
        if (!segment.taken().exclude(offset, bytes)) {
            throw self.refusals().bad(call, bytes + " bytes from offset " + offset
                    + " overlap what is allocated there: exclude ranges before anything is allocated");
        }
    }

    /** Frees all blocks of the team, which is destroyed. */
    public void end() {
        blocks.forEach((place, block) -> {
            if (block.ranges() != null) {
                block.ranges().giveBack(place.offset());
            }
        });
        blocks.clear();
    }

    private void begin(String call) {
        team.begin(call);
        team.checkTeam(call);
    }

    private boolean isAt(long rank) {
        return rank == EVERYWHERE || rank == team.memberRank();
    }

    private void check(Wish wish, SegmentCore segment) {
        String call = wish.call();
        if (wish.rank() != EVERYWHERE) {
            team.checkRank(call, (int) wish.rank());
        }
        if (wish.bytes() < 1) {
            throw self.refusals().illegal(call, "bytes", wish.bytes(), "1 and more");
        }
        long most = self.conduit().attached().pageBytes();
        if (wish.alignment() < 1 || wish.alignment() > most || Long.bitCount(wish.alignment()) != 1) {
            throw self.refusals().illegal(call, "alignment", wish.alignment(), "powers of two in 1.." + most);
        }
        if (isAt(wish.rank()) && segment == null) {
            throw noSegment(call);
        }
        if (isAt(wish.rank()) && wish.mapped() && !segment.isMapped()) {
            throw self.refusals().bad(call, "the segment of " + team.endpoint()
                    + " is client memory, which cannot hold it: attach a mapped one (Job.attach(long))");
        }
    }

    private PgasException noSegment(String call) {
        return self.refusals().bad(call, team.endpoint()
                + " has no bound segment: attach one first (Job.attach), or bind one (Endpoint.bind)");
    }

    /** What all members tell; throws on all alike when one is refused, gives other arguments, or has found no place. */
    private long[] tell(Wish wish, Throwable problem, SegmentCore segment, long place) {
        long[] own = new long[LENGTH];
        own[PROBLEM] = Failures.word(problem);
        own[RANK] = wish.rank();
        own[BYTES] = wish.bytes();
        own[ALIGNMENT] = wish.alignment();
        own[SEGMENT] = segment == null ? NO_SEGMENT : segment.slot();
        own[PLACE] = place;
        own[FREE] = place == TakenRanges.NONE ? segment.taken().largestFree() : 0;
        long[] all = team.exchangeNumbers(wish.call(), own);
        refuse(wish.call(), problem, all, LENGTH);
        checkSame(wish, all);
        if (wish.rank() == EVERYWHERE) {
            checkSegments(wish, all);
        }
        for (int at = 0; at < all.length; at += LENGTH) {
            if (all[at + PLACE] == TakenRanges.NONE) {
                throw self.refusals().error(ErrorCode.RESOURCE, wish.call(), "there is no place for " + wish
                        + (wish.rank() == EVERYWHERE ? " that all members have free" : "") + ": rank " + at / LENGTH
                        + " has found none, and its longest free range has " + all[at + FREE]
                        + " bytes: attach larger segments, or free what is no longer needed");
            }
        }
        return all;
    }

    /** Throws on all members when one has been refused: there what is wrong, elsewhere where that is. */
    private void refuse(String call, Throwable problem, long[] all, int each) {
        Failures.rethrow(problem);
        for (int at = 0; at < all.length; at += each) {
            if (all[at + PROBLEM] != 0) {
                throw self.refusals().error(Failures.code(all[at + PROBLEM]), call,
                        "nothing was changed, since it was refused on rank " + at / each
                                + " of the team: see the error there");
            }
        }
    }

    private void checkSame(Wish wish, long[] all) {
        for (int at = 0; at < all.length; at += LENGTH) {
            if (all[at + RANK] != wish.rank() || all[at + BYTES] != wish.bytes()
                    || all[at + ALIGNMENT] != wish.alignment()) {
                throw self.refusals().bad(wish.call(), "rank " + at / LENGTH + " of the team asks for "
                        + Wish.describe(all[at + RANK], all[at + BYTES], all[at + ALIGNMENT])
                        + ", and this one for " + wish + ": all give the same");
            }
        }
    }

    /** A place in one segment cannot be that of two members. */
    private void checkSegments(Wish wish, long[] all) {
        Map<List<Long>, Integer> members = new HashMap<>();
        for (int rank = 0; rank < team.memberCount(); rank++) {
            List<Long> segment = List.of((long) team.memberJobRank(rank), all[rank * LENGTH + SEGMENT]);
            Integer other = members.put(segment, rank);
            if (other != null) {
                throw self.refusals().bad(wish.call(), "ranks " + other + " and " + rank
                        + " of the team have the same segment bound, in rank " + team.memberJobRank(rank)
                        + " of the job: bind one of its own to the endpoint of each");
            }
        }
    }

    private static long lowest(long[] all) {
        long lowest = ANY_PLACE;
        for (int at = 0; at < all.length; at += LENGTH) {
            lowest = Math.min(lowest, all[at + PLACE]);
        }
        return lowest;
    }

    private static boolean isEverybodys(long[] all, long place) {
        if (place == BUSY) {
            return false;
        }
        for (int at = 0; at < all.length; at += LENGTH) {
            if (all[at + PLACE] != place && all[at + PLACE] != ANY_PLACE) {
                return false;
            }
        }
        return true;
    }

    /** Fills what this member has taken with zeros; returns when all have done so. */
    private void clear(Wish wish, SegmentCore segment, long place) {
        Throwable failure = isAt(wish.rank())
                ? Failures.of(() -> segment.local().asSlice(place, wish.bytes()).fill((byte) 0))
                : null;
        refuse(wish.call(), failure, team.exchangeNumbers(wish.call(), Failures.word(failure)), 1);
    }

    private PgasException noBlock(String call, Place place) {
        return self.refusals().bad(call, describe(place.rank(), place.offset()) + " is where nothing begins that "
                + team + " has allocated: give what an allocation of this team has returned, once");
    }

    private static String describe(long rank, long offset) {
        return "offset " + offset + (rank == EVERYWHERE ? "" : " of rank " + rank + " of the team");
    }
}
