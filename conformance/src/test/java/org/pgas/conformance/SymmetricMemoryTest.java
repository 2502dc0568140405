package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.SymmetricMemory;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.coll.Collectives;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Blocks that teams allocate: at one offset of all members, apart from each other, zero at first, and used again. */
@RankDefaults(segment = "8k")
@AcrossNeighbourhoods
class SymmetricMemoryTest {
    private static final int SIZE = 8 << 10;

    private static MemorySegment own(Job job) {
        return job.endpoint().segment().local();
    }

    private static byte[] got(Team team, int rank, long offset, int bytes) {
        byte[] target = new byte[bytes];
        team.rma().get(target, 0, rank, offset, bytes);
        return target;
    }

    private static byte[] filled(int bytes, int value) {
        byte[] all = new byte[bytes];
        Arrays.fill(all, (byte) value);
        return all;
    }

    @RankTest(ranks = {1, 2, 3})
    void shouldAllocateZerosAtOneOffsetOfAllRanks(Job job) {
        Team team = job.world();
        SymmetricMemory memory = team.symmetric();
        own(job).fill((byte) 7);
        for (int bytes : new int[]{1, 8, 64, 65, 1000}) {
            long offset = memory.allocate(bytes);
            assertEquals(0, offset % SymmetricMemory.ALIGNMENT);
            long[] all = new long[job.size()];
            Collectives.of(team).allGather(all, new long[]{offset});
            for (int rank = 0; rank < job.size(); rank++) {
                assertEquals(offset, all[rank], "rank " + rank);
                assertArrayEquals(new byte[bytes], got(team, rank, offset, bytes), "zeros on rank " + rank);
            }
            team.barrier();
            int next = (job.rank() + 1) % job.size();
            team.rma().put(next, offset, filled(bytes, 1 + job.rank()), 0, bytes);
            team.barrier();
            int before = (job.rank() + job.size() - 1) % job.size();
            assertArrayEquals(filled(bytes, 1 + before), got(team, job.rank(), offset, bytes));
        }
        assertEquals(7, own(job).get(ValueLayout.JAVA_BYTE, 0), "what is in no block stays as it is");
        team.barrier();
    }

    /** A block, of one of the four teams of the test; {@code at} is a team rank, or less than 0. */
    private record Block(int team, int at, long offset, int bytes, int mark) {}

    /**
     * All ranks draw the same calls, also those of teams that they are not in, and know of each byte of each rank's
     * segment whether it is taken. Segments differ in size and in what is excluded.
     */
    @RankTest(ranks = {2, 3}, segment = "0")
    void shouldTakeTheHighestPlaceThatAllMembersHaveFree(Job job) {
        boolean[][] taken = new boolean[job.size()][];
        for (int rank = 0; rank < job.size(); rank++) {
            taken[rank] = new boolean[4096 * (rank == 1 ? 1 : 2)];
            Arrays.fill(taken[rank], 700 * rank, 700 * rank + 200, true);
        }
        job.attach(taken[job.rank()].length);
        Team world = job.world();
        world.symmetric().exclude(700L * job.rank(), 200);
        Team reverse = world.split(0, -job.rank());
        Team half = world.split(job.rank() % 2, job.rank());
        List<Block> blocks = new ArrayList<>();
        SplittableRandom random = Seed.of("calls");
        int steps = Repetitions.of(job, 300, 60);
        int refused = 0;
        for (int step = 0; step < steps; step++) {
            int which = random.nextInt(4);
            int[] members = members(job, which);
            boolean takesPart = Arrays.stream(members).anyMatch(member -> member == job.rank());
            Team team = which == 0 ? world : which == 1 ? reverse : half;
            List<Block> mine = blocks.stream().filter(block -> block.team() == which).toList();
            if (!mine.isEmpty() && random.nextInt(5) < 2) {
                Block block = mine.get(random.nextInt(mine.size()));
                blocks.remove(block);
                mark(taken, members, block, false);
                if (takesPart) {
                    free(job, team, block);
                }
                continue;
            }
            int bytes = 1 + random.nextInt(random.nextInt(4) == 0 ? 2500 : 300);
            long alignment = 1L << random.nextInt(9);
            int at = random.nextInt(3) == 0 ? random.nextInt(members.length) : -1;
            long expected = highest(taken, at < 0 ? members : new int[]{members[at]}, bytes, alignment);
            if (expected < 0) {
                refused++;
                if (takesPart) {
                    assertRefused(ErrorCode.RESOURCE, "step " + step, () -> allocated(team, at, bytes, alignment),
                            "there is no place for " + bytes + " bytes at a multiple of " + alignment);
                }
                continue;
            }
            Block block = new Block(which, at, expected, bytes, step);
            blocks.add(block);
            mark(taken, members, block, true);
            if (takesPart) {
                assertEquals(expected, allocated(team, at, bytes, alignment), "step " + step);
                fill(job, team, block);
            }
        }
        assertTrue(refused > 0, "no segment was ever full");
        for (Block block : blocks) {
            if (Arrays.stream(members(job, block.team())).anyMatch(member -> member == job.rank())) {
                free(job, block.team() == 0 ? world : block.team() == 1 ? reverse : half, block);
            }
        }
        half.destroy();
        reverse.destroy();
    }

    /** The job ranks of the world, of one in reverse order, of the even and of the odd ones. */
    private static int[] members(Job job, int team) {
        List<Integer> members = new ArrayList<>();
        for (int rank = 0; rank < job.size(); rank++) {
            if (team < 2 || rank % 2 == team - 2) {
                members.add(team == 1 ? job.size() - 1 - rank : rank);
            }
        }
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    private static long allocated(Team team, int at, long bytes, long alignment) {
        return at < 0 ? team.symmetric().allocate(bytes, alignment)
                : team.symmetric().allocateAt(at, bytes, alignment);
    }

    /** What a member has in a block says which block that is. */
    private static void fill(Job job, Team team, Block block) {
        if (block.at() < 0 || block.at() == team.rank()) {
            MemorySegment part = own(job).asSlice(block.offset(), block.bytes());
            assertEquals(-1, part.mismatch(MemorySegment.ofArray(new byte[block.bytes()])), "zeros at first");
            part.fill((byte) (block.mark() | 1));
        }
    }

    private static void free(Job job, Team team, Block block) {
        if (block.at() < 0 || block.at() == team.rank()) {
            MemorySegment part = own(job).asSlice(block.offset(), block.bytes());
            assertEquals(-1, part.mismatch(MemorySegment.ofArray(filled(block.bytes(), block.mark() | 1))),
                    () -> "another block was written in " + block);
        }
        if (block.at() < 0) {
            team.symmetric().free(block.offset());
        } else {
            team.symmetric().freeAt(block.at(), block.offset());
        }
    }

    private static void mark(boolean[][] taken, int[] members, Block block, boolean value) {
        for (int rank = 0; rank < members.length; rank++) {
            if (block.at() < 0 || block.at() == rank) {
                Arrays.fill(taken[members[rank]], (int) block.offset(), (int) block.offset() + block.bytes(), value);
            }
        }
    }

    private static long highest(boolean[][] taken, int[] members, int bytes, long alignment) {
        int least = Arrays.stream(members).map(member -> taken[member].length).min().orElseThrow();
        for (long place = Math.floorDiv(least - bytes, alignment) * alignment; place >= 0; place -= alignment) {
            boolean free = true;
            for (int member : members) {
                for (long at = place; free && at < place + bytes; at++) {
                    free = !taken[member][(int) at];
                }
            }
            if (free) {
                return place;
            }
        }
        return -1;
    }

    @RankTest(ranks = {1, 2})
    void shouldUseAllRoomAgainThatIsFreed(Job job) {
        SymmetricMemory memory = job.world().symmetric();
        SplittableRandom random = Seed.of("order");
        for (int round = 0; round < 3; round++) {
            List<Long> offsets = new ArrayList<>();
            for (int block = 0; block < SIZE / 128; block++) {
                offsets.add(memory.allocate(128));
            }
            own(job).fill((byte) 9);
            assertRefused(ErrorCode.RESOURCE, "full", () -> memory.allocate(1), "rank " + job.rank()
                    + ": SymmetricMemory.allocate: there is no place for 1 bytes at a multiple of 64 that all members",
                    "rank 0 has found none", "longest free range has 0 bytes");
            while (!offsets.isEmpty()) {
                memory.free(offsets.remove(random.nextInt(offsets.size())));
            }
            assertEquals(0, memory.allocate(SIZE), "one free range again");
            assertEquals(-1, own(job).mismatch(MemorySegment.ofArray(new byte[SIZE])), "zeros again");
            memory.free(0);
        }
    }

    @RankTest(ranks = 3)
    void shouldRefuseOnAllRanksWhatOneDoesWrongAndChangeNothing(Job job) {
        Team team = job.world();
        SymmetricMemory memory = team.symmetric();
        boolean wrong = job.rank() == 1;
        String allocate = "rank " + job.rank() + ": SymmetricMemory.allocate: ";
        String free = "rank " + job.rank() + ": SymmetricMemory.free: ";
        assertIllegal("bytes differ", () -> memory.allocate(wrong ? 8 : 16), allocate,
                wrong ? "rank 0 of the team asks for 16 bytes at a multiple of 64, and this one for 8 bytes"
                        : "rank 1 of the team asks for 8 bytes at a multiple of 64, and this one for 16 bytes",
                "all give the same");
        assertIllegal("alignments differ", () -> memory.allocate(8, wrong ? 8 : 16), allocate, "all give the same");
        assertIllegal("ranks differ", () -> memory.allocateAt(wrong ? 0 : 2, 8), "SymmetricMemory.allocateAt",
                "in the segment of rank 2 of the team", "all give the same");
        assertIllegal("no bytes", () -> memory.allocate(wrong ? 0 : 8), allocate,
                wrong ? "bytes is 0: legal are 1 and more" : "refused on rank 1 of the team: see the error there");
        assertIllegal("alignment", () -> memory.allocate(8, 48), allocate, "alignment is 48: legal are powers of two",
                "1.." + job.pageBytes());
        assertIllegal("alignment", () -> memory.allocate(8, 2 * job.pageBytes()), allocate, "powers of two");
        assertIllegal("rank", () -> memory.allocateAt(3, 8), "rank 3 is outside 0..2");
        assertIllegal("rank", () -> memory.allocateAt(-1, 8), "rank -1 is outside 0..2");
        assertRefused(ErrorCode.RESOURCE, "too many", () -> memory.allocate(Long.MAX_VALUE), allocate,
                "there is no place for");
        long block = memory.allocate(64);
        assertEquals(SIZE - 64, block, "nothing was taken by what was refused");
        long other = memory.allocate(64);
        assertIllegal("no block", () -> memory.free(wrong ? block + 8 : block), free,
                wrong ? "offset " + (block + 8) + " is where nothing begins" : "refused on rank 1 of the team");
        assertIllegal("blocks differ", () -> memory.free(wrong ? block : other), free,
                "all give the same");
        assertIllegal("of one rank", () -> memory.freeAt(0, block), "SymmetricMemory.freeAt",
                "offset " + block + " of rank 0 of the team is where nothing begins");
        assertIllegal("calls differ", () -> {
            if (wrong) {
                memory.free(block);
            } else {
                memory.allocate(8);
            }
        }, "called SymmetricMemory." + (wrong ? "allocate" : "free"));
        memory.free(block);
        assertIllegal("second free", () -> memory.free(block), free, "nothing begins", "once");
        memory.free(other);
        assertEquals(0, memory.allocate(SIZE));
        memory.free(0);
    }

    @RankTest
    void shouldRefuseWhatIsNoTeamOrNoTimeForIt(Job job) {
        Team other = job.world().dup();
        long block = other.symmetric().allocate(100);
        assertIllegal("another team's", () -> job.world().symmetric().free(block), "nothing begins", "world team");
        assertEquals(SIZE - 256, job.world().symmetric().allocate(128), "blocks of teams are apart");
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            String context = "while this thread holds handler-safe lock 'the lock'";
            assertIllegal("allocate", () -> other.symmetric().allocate(8), "SymmetricMemory.allocate", context);
            assertIllegal("allocateAt", () -> other.symmetric().allocateAt(0, 8), context);
            assertIllegal("free", () -> other.symmetric().free(block), "SymmetricMemory.free", context);
            assertIllegal("freeAt", () -> other.symmetric().freeAt(0, block), "SymmetricMemory.freeAt", context);
            assertIllegal("exclude", () -> other.symmetric().exclude(0, 8), "SymmetricMemory.exclude", context);
        }
        other.destroy();
        assertEquals(block, job.world().symmetric().allocate(100), "the room of a team that is destroyed");
        assertIllegal("destroyed", () -> other.symmetric().allocate(8), "SymmetricMemory.allocate", "destroyed");
        Team pair = job.endpoint().pair(0);
        assertIllegal("a pair", () -> pair.symmetric().allocate(8), "SymmetricMemory.allocate", "TM-pair");
        job.world().barrier();
        SymmetricMemory memory = job.world().symmetric();
        job.close();
        assertThrows(PgasException.class, () -> memory.allocate(8));
        assertThrows(PgasException.class, () -> memory.free(block));
        assertThrows(PgasException.class, () -> memory.exclude(0, 8));
    }

    @RankTest(ranks = 3, segment = "0")
    void shouldHaveTheRoomThatAllMembersHave(Job job) {
        job.attach(job.rank() == 1 ? 0 : 4096L * (1 + job.rank()));
        SymmetricMemory memory = job.world().symmetric();
        assertIllegal("no segment", () -> memory.allocate(8), "SymmetricMemory.allocate",
                job.rank() == 1 ? "endpoint 0 of rank 1 has no bound segment" : "refused on rank 1 of the team");
        assertIllegal("no segment", () -> memory.allocateAt(1, 8),
                job.rank() == 1 ? "has no bound segment" : "refused on rank 1 of the team");
        long alone = memory.allocateAt(2, 5000);
        assertEquals(3 * 4096 - 5056, alone, "the others need no segment");
        job.world().rma().putByte(2, alone + 4999, (byte) 5);
        Team both = job.world().split(job.rank() == 1 ? 1 : 0, 0);
        if (job.rank() != 1) {
            assertRefused(ErrorCode.RESOURCE, "too many", () -> both.symmetric().allocate(4097),
                    "rank 0 has found none", "longest free range has 4096 bytes");
            assertEquals(0, both.symmetric().allocate(4096));
        }
        both.destroy();
        memory.freeAt(2, alone);
    }

    @RankTest
    void shouldKeepOutOfWhatIsExcluded(Job job) {
        SymmetricMemory memory = job.world().symmetric();
        memory.exclude(job.rank() == 0 ? 4096 : 5000, job.rank() == 0 ? 4096 : 3192);
        memory.exclude(0, 64);
        assertEquals(4096 - 128, memory.allocate(128));
        assertIllegal("a block", () -> memory.exclude(4000, 8), "rank " + job.rank() + ": SymmetricMemory.exclude: ",
                "8 bytes from offset 4000 overlap");
        assertIllegal("outside", () -> memory.exclude(SIZE - 8, 9), "9 bytes from offset " + (SIZE - 8), "" + SIZE);
        assertIllegal("outside", () -> memory.exclude(-1, 9), "offset -1");
        assertIllegal("empty", () -> memory.exclude(64, 0), "0 bytes");
        assertRefused(ErrorCode.RESOURCE, "too many", () -> memory.allocate(4096 - 128 - 63), "there is no place for");
        assertEquals(64, memory.allocate(4096 - 128 - 64));
        job.world().barrier();
    }

    /** Blocks are much smaller than the room, so that each finds one whatever the other team tries. */
    @RankTest(segment = "64k")
    void shouldKeepBlocksApartOfTeamsThatAllocateAtOnce(Job job) throws Exception {
        Team other = job.world().dup();
        RankThreads.run(() -> allocateAndFree(job, job.world(), 1), () -> allocateAndFree(job, other, 2));
        job.world().barrier();
        other.destroy();
        assertEquals(0, job.world().symmetric().allocate(64 << 10));
    }

    private static void allocateAndFree(Job job, Team team, int mark) {
        SymmetricMemory memory = team.symmetric();
        int rounds = Repetitions.of(job, 200, 40);
        for (int round = 0; round < rounds; round++) {
            int bytes = 1 + round % 200;
            long first = memory.allocate(bytes);
            long second = memory.allocate(bytes);
            int peer = 1 - team.rank();
            team.rma().put(peer, first, filled(bytes, mark), 0, bytes);
            team.rma().put(peer, second, filled(bytes, mark + 2), 0, bytes);
            team.barrier();
            assertArrayEquals(filled(bytes, mark), got(team, team.rank(), first, bytes));
            assertArrayEquals(filled(bytes, mark + 2), got(team, team.rank(), second, bytes));
            memory.free(first);
            memory.free(second);
        }
    }

    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldAllocateInClientMemoryToo(Job job) {
        Team team = job.world();
        own(job).fill((byte) 3);
        long block = team.symmetric().allocate(100, 8);
        int peer = 1 - job.rank();
        assertArrayEquals(new byte[100], got(team, peer, block, 100));
        team.barrier();
        team.rma().putLong(peer, block + 8, 40 + job.rank());
        team.barrier();
        assertEquals(40 + peer, team.rma().getLong(job.rank(), block + 8));
        team.symmetric().free(block);
    }

    /** Checked mode refuses a place that two domains use between two barriers; a free is one. */
    @RankTest
    void shouldLetAnotherDomainHaveWhatIsAllocatedAgain(Job job) {
        Team team = job.world();
        LongAtomicDomain first = LongAtomicDomain.create(team);
        LongAtomicDomain second = LongAtomicDomain.create(team);
        long block = team.symmetric().allocate(8);
        for (int round = 0; round < 3; round++) {
            LongAtomicDomain domain = round % 2 == 0 ? first : second;
            domain.fetchAdd(0, block, 5);
            team.symmetric().free(block);
            assertEquals(block, team.symmetric().allocate(8));
        }
        second.fetchAdd(0, block, 5);
        team.barrier();
        assertEquals(5L * job.size(), second.get(0, block));
        team.barrier();
    }

    /** Two endpoints of each process: of one segment they are refused, of one each they are members as any. */
    @RankTest
    void shouldRefuseMembersThatHaveOneSegment(Job job) throws Exception {
        Endpoint first = job.endpoints().create(Capabilities.ALL);
        Endpoint second = job.endpoints().create(Capabilities.ALL);
        Segment segment = job.segments().create(4096);
        first.bind(segment);
        second.bind(segment);
        job.world().barrier();
        List<Team> own = job.world().create(List.of(new Endpoint.Location(0, first.index()),
                new Endpoint.Location(0, second.index()), new Endpoint.Location(1, first.index()),
                new Endpoint.Location(1, second.index())), TeamFlags.RANK_IS_JOBRANK);
        RankThreads.run(() -> refusedForOneSegment(own.get(0)), () -> refusedForOneSegment(own.get(1)));
        second.unbind();
        Segment another = job.segments().create(8192);
        second.bind(another);
        RankThreads.run(() -> allocateAll(own.get(0)), () -> allocateAll(own.get(1)));
        RankThreads.run(() -> own.get(0).destroy(), () -> own.get(1).destroy());
        for (Endpoint endpoint : List.of(first, second)) {
            endpoint.unbind().destroy();
            endpoint.destroy();
        }
    }

    private static void refusedForOneSegment(Team team) {
        assertIllegal("one segment", () -> team.symmetric().allocate(8),
                "ranks 0 and 1 of the team have the same segment bound, in rank 0 of the job");
    }

    private static void allocateAll(Team team) {
        assertEquals(0, team.symmetric().allocate(4096));
    }
}
