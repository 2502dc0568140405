package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pgas.DataType;
import org.pgas.ErrorCode;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.atomics.AtomicDomain;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FloatAtomicDomain;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/** Creation, queries and the end of atomic domains; and that what is refused has changed nothing. */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoodsAsThreads
class AtomicDomainTest {
    private static final int NONE = AtomicFlags.NONE;

    @RankTest
    void shouldAnswerWhatItWasCreatedWith(Job job) {
        Team team = job.world();
        Set<Opcode> some = new HashSet<>(List.of(Opcode.FADD, Opcode.GET));
        AtomicDomain unsigned = IntAtomicDomain.create(team, DataType.U32, some, AtomicFlags.FAVOR_MY_NBRHD);
        assertSame(team, unsigned.team());
        assertEquals(DataType.U32, unsigned.type());
        assertEquals(some, unsigned.operations());
        assertEquals(AtomicFlags.FAVOR_MY_NBRHD, unsigned.flags());
        some.add(Opcode.SET);
        assertEquals(2, unsigned.operations().size(), "operations after the program changed its set");
        assertThrows(UnsupportedOperationException.class, () -> unsigned.operations().clear());
        assertNull(unsigned.clientData());
        unsigned.clientData("mine");
        assertEquals("mine", unsigned.clientData());
        for (AtomicDomain all : List.of(IntAtomicDomain.create(team), LongAtomicDomain.create(team),
                FloatAtomicDomain.create(team), DoubleAtomicDomain.create(team))) {
            assertEquals(Opcode.legalFor(all.type()), all.operations());
            assertEquals(NONE, all.flags());
        }
        DoubleAtomicDomain favoured = DoubleAtomicDomain.create(team, Set.of(Opcode.FADD), AtomicFlags.FAVOR_REMOTE);
        assertEquals(DataType.DBL, favoured.type());
        assertEquals(Set.of(Opcode.FADD), favoured.operations());
    }

    @RankTest
    void shouldRefuseWhatMakesNoDomain(Job job) {
        refuseCreation(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseWhatMakesNoDomainWithoutChecksToo(Job job) {
        refuseCreation(job);
    }

    private static void refuseCreation(Job job) {
        Team team = job.world();
        String who = "rank " + job.rank() + ": ";
        Set<Opcode> get = Set.of(Opcode.GET);
        for (DataType type : EnumSet.complementOf(EnumSet.of(DataType.I32, DataType.U32))) {
            assertIllegal("type", () -> IntAtomicDomain.create(team, type, get, NONE), who + "IntAtomicDomain.create",
                    type, "[I32, U32]");
        }
        for (DataType type : EnumSet.complementOf(EnumSet.of(DataType.I64, DataType.U64))) {
            assertIllegal("type", () -> LongAtomicDomain.create(team, type, get, NONE),
                    who + "LongAtomicDomain.create", type, "[I64, U64]");
        }
        assertIllegal("nothing", () -> LongAtomicDomain.create(team, DataType.I64, Set.of(), NONE), "empty", "FADD");
        assertIllegal("bits of floats", () -> FloatAtomicDomain.create(team, Set.of(Opcode.GET, Opcode.FXOR), NONE),
                who + "FloatAtomicDomain.create", "[FXOR]", "FLT");
        assertIllegal("bits of doubles", () -> DoubleAtomicDomain.create(team, Set.of(Opcode.AND), NONE), "[AND]",
                "DBL");
        for (int bit = 0; bit < 32; bit++) {
            int flags = 1 << bit;
            if ((flags & (AtomicFlags.FAVOR_MY_RANK | AtomicFlags.FAVOR_MY_NBRHD | AtomicFlags.FAVOR_REMOTE)) == 0) {
                assertIllegal("unknown", () -> LongAtomicDomain.create(team, DataType.I64, get, flags), "unknown",
                        "0x" + Integer.toHexString(flags));
            }
        }
        int two = AtomicFlags.FAVOR_MY_RANK | AtomicFlags.FAVOR_REMOTE;
        assertIllegal("two", () -> LongAtomicDomain.create(team, DataType.I64, get, two), "at most one FAVOR");
    }

    @RankTest
    void shouldReportArgumentsThatDifferBetweenRanks(Job job) {
        Team team = job.world();
        boolean first = job.rank() == 0;
        assertIllegal("type", () -> LongAtomicDomain.create(team, first ? DataType.I64 : DataType.U64,
                Set.of(Opcode.GET), NONE), "LongAtomicDomain.create", "arguments");
        assertIllegal("operations", () -> LongAtomicDomain.create(team, DataType.I64,
                Set.of(first ? Opcode.GET : Opcode.SET), NONE), "arguments");
        assertIllegal("flags", () -> LongAtomicDomain.create(team, DataType.I64, Set.of(Opcode.GET),
                first ? NONE : AtomicFlags.FAVOR_REMOTE), "arguments");
        IntAtomicDomain ints = IntAtomicDomain.create(team);
        LongAtomicDomain longs = LongAtomicDomain.create(team);
        AtomicDomain one = first ? ints : longs;
        assertIllegal("destroy", one::destroy, "AtomicDomain.destroy", "arguments");
        longs.increment(job.rank(), 0);
        ints.destroy();
        longs.destroy();
    }

    @RankTest
    void shouldRefuseOperationsOutsideItsSet(Job job) {
        refuseOthers(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseOperationsOutsideItsSetWithoutChecksToo(Job job) {
        refuseOthers(job);
    }

    private static void refuseOthers(Job job) {
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
        int peer = 1 - job.rank();
        String who = "rank " + job.rank() + ": LongAtomicDomain: ";
        LongAtomicDomain get = LongAtomicDomain.create(job.world(), DataType.I64, Set.of(Opcode.GET), NONE);
        LongAtomicDomain rest = LongAtomicDomain.create(job.world(), DataType.I64,
                EnumSet.complementOf(EnumSet.of(Opcode.GET)), NONE);
        get.get(peer, 0);
        assertIllegal("GET", () -> rest.get(peer, 0), who + "GET", "FADD");
        assertIllegal("fetching form", () -> get.fetchAdd(peer, 0, 1), who + "FADD", "[GET]");
        assertIllegal("compareAndSwap", () -> get.compareAndSwap(peer, 0, 0, 1), who + "CAS");
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        for (Opcode opcode : EnumSet.complementOf(EnumSet.of(Opcode.GET))) {
            assertIllegal("apply", () -> get.apply(peer, 0, opcode, 1, 1, NONE), who + opcode + ": legal");
            assertIllegal("applyNb", () -> get.applyNb(result, 0, peer, 0, opcode, 1, 1, NONE), who + opcode);
            assertIllegal("applyNbi", () -> get.applyNbi(result, 0, peer, 0, opcode, 1, 1, NONE), who + opcode);
        }
        checkUnchanged(job);
    }

    private static void checkUnchanged(Job job) {
        job.world().barrier();
        Stamp.check("segment", job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
    }

    @RankTest
    void shouldRefuseEveryOperationAfterDestroy(Job job) {
        destroy(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseEveryOperationAfterDestroyWithoutChecksToo(Job job) {
        destroy(job);
    }

    private static void destroy(Job job) {
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        LongAtomicDomain other = LongAtomicDomain.create(job.world());
        domain.destroy();
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        for (Opcode opcode : Opcode.values()) {
            assertIllegal("apply", () -> domain.apply(0, 0, opcode, 1, 1, NONE), opcode + " after", "destroy");
            assertIllegal("applyNb", () -> domain.applyNb(result, 0, 0, 0, opcode, 1, 1, NONE), opcode + " after");
            assertIllegal("applyNbi", () -> domain.applyNbi(result, 0, 0, 0, opcode, 1, 1, NONE), opcode + " after");
        }
        assertIllegal("get", () -> domain.get(0, 0), "GET after");
        assertIllegal("destroy", domain::destroy, "destroyed already");
        assertEquals(DataType.I64, domain.type());
        assertEquals(Opcode.legalFor(DataType.I64), domain.operations());
        other.get(0, 0);
        checkUnchanged(job);
    }

    private interface Applied {
        void to(int rank, long offset, int flags);
    }

    /** Adds 1 to a word: by the blocking form, by an event, and by the implicit form, in this order. */
    private static List<Applied> forms(Job job, LongAtomicDomain longs) {
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        Applied blocking = (rank, offset, flags) -> longs.apply(rank, offset, Opcode.FADD, 1, 0, flags);
        Applied explicit = (rank, offset, flags) -> longs
                .applyNb(result, 0, rank, offset, Opcode.FADD, 1, 0, flags).await();
        Applied implicit = (rank, offset, flags) -> {
            longs.applyNbi(result, 0, rank, offset, Opcode.FADD, 1, 0, flags);
            job.nbi().await();
        };
        return List.of(blocking, explicit, implicit);
    }

    /** Teams of every second rank, in the reverse order, so that a rank of the team is another of the job. */
    @RankTest(ranks = {2, 6})
    void shouldTakeRanksOfTheJobInTeamsOfOtherRanks(Job job) {
        Team team = job.world().split(job.rank() % 2, -job.rank());
        LongAtomicDomain longs = LongAtomicDomain.create(team);
        job.world().barrier();
        for (Applied form : forms(job, longs)) {
            for (int member = 0; member < team.size(); member++) {
                int jobRank = team.toJobRank(member);
                long word = 8L * job.rank();
                form.to(jobRank, word, AtomicFlags.RANK_IS_JOBRANK);
                form.to(member, 64 + word, 0);
            }
            int stranger = job.rank() ^ 1;
            assertIllegal("no member", () -> form.to(stranger, 0, AtomicFlags.RANK_IS_JOBRANK),
                    "job rank " + stranger + " is not a member of the domain's team");
        }
        job.world().barrier();
        for (int rank = 0; rank < job.size(); rank++) {
            long each = rank % 2 == job.rank() % 2 ? 3 : 0;
            assertEquals(each, job.world().rma().getLong(job.rank(), 8L * rank), "by job rank, of rank " + rank);
            assertEquals(each, job.world().rma().getLong(job.rank(), 64 + 8L * rank), "by team rank, of rank " + rank);
        }
        job.world().barrier();
        longs.destroy();
        team.destroy();
    }

    @RankTest
    void shouldRefuseIllegalFlagsInEveryForm(Job job) {
        refuseFlags(job, true);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseIllegalFlagsInEveryFormWithoutChecksToo(Job job) {
        refuseFlags(job, false);
    }

    private static void refuseFlags(Job job, boolean checked) {
        LongAtomicDomain longs = LongAtomicDomain.create(job.world());
        List<Applied> forms = forms(job, longs);
        int self = job.rank();
        int peer = 1 - self;
        int word = 8 * self;
        boolean isNeighbour = Views.isNeighbour(job, peer);
        for (Applied form : forms) {
            for (int bit = 6; bit < 32; bit++) {
                int flag = 1 << bit;
                assertIllegal("unknown", () -> form.to(peer, word, flag), "unknown", "0x" + Integer.toHexString(flag));
            }
            assertIllegal("both", () -> form.to(self, word, AtomicFlags.MY_RANK | AtomicFlags.MY_NBRHD),
                    "rank " + self + ": LongAtomicDomain.apply", "at most one of MY_RANK and MY_NBRHD");
            assertIllegal("job rank", () -> form.to(2, word, AtomicFlags.RANK_IS_JOBRANK), "job rank 2", "0..1");
            assertIllegal("job rank", () -> form.to(-1, word, AtomicFlags.RANK_IS_JOBRANK), "job rank -1");
            form.to(self, word, AtomicFlags.MY_RANK | AtomicFlags.RANK_IS_JOBRANK);
            if (checked && !isNeighbour) {
                assertIllegal("untrue", () -> form.to(peer, word, AtomicFlags.MY_NBRHD), "MY_NBRHD is untrue");
            } else {
                form.to(peer, word, AtomicFlags.MY_NBRHD);
            }
            if (checked) {
                assertIllegal("untrue", () -> form.to(peer, word, AtomicFlags.MY_RANK), "MY_RANK is untrue");
            } else {
                form.to(peer, word, AtomicFlags.MY_RANK);
            }
        }
        assertIllegal("immediate", () -> forms.get(0).to(peer, word, AtomicFlags.IMMEDIATE), "apply", "IMMEDIATE");
        forms.get(1).to(peer, word, AtomicFlags.IMMEDIATE);
        forms.get(2).to(peer, word, AtomicFlags.IMMEDIATE);
        job.world().barrier();
        // of this rank alone, in each of the three forms to itself; then to the peer
        assertEquals(3, longs.get(self, word));
        int ofTheNeighbourhood = checked && !isNeighbour ? 0 : 3;
        assertEquals(ofTheNeighbourhood + (checked ? 0 : 3) + 2, longs.get(peer, word));
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseResultsThatCannotBeWritten(Job job) throws InterruptedException {
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
        LongAtomicDomain longs = LongAtomicDomain.create(job.world());
        int peer = 1 - job.rank();
        MemorySegment array = MemorySegment.ofArray(new byte[12]);
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(8);
        closed.close();
        MemorySegment[] confined = new MemorySegment[1];
        Thread owner = Thread.ofPlatform().start(() -> confined[0] = Arena.ofConfined().allocate(8));
        owner.join();
        Object[][] refused = {{null, 0L, "null"}, {array, 5L, "12 bytes"}, {array, -1L, "offset -1"},
            {array, Long.MAX_VALUE, "outside"}, {MemorySegment.NULL, 0L, "0 bytes"},
            {array.asReadOnly(), 0L, "read-only"}, {gone, 0L, "closed"}, {confined[0], 0L, "another thread"}};
        for (Object[] each : refused) {
            MemorySegment result = (MemorySegment) each[0];
            long at = (long) each[1];
            assertIllegal("applyNb", () -> longs.applyNb(result, at, peer, 0, Opcode.FADD, 1, 0, NONE),
                    "rank " + job.rank() + ": LongAtomicDomain.applyNb", each[2]);
            assertIllegal("applyNbi", () -> longs.applyNbi(result, at, peer, 0, Opcode.SWAP, 1, 0, NONE),
                    "LongAtomicDomain.applyNbi", each[2]);
        }
        checkUnchanged(job);
        for (Object[] each : refused) {
            MemorySegment result = (MemorySegment) each[0];
            assertSame(Event.DONE, longs.applyNb(result, (long) each[1], job.rank(), 0, Opcode.OR, 0, 0, NONE));
        }
        checkUnchanged(job);
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldReportResultsThatOverlapTheTarget(Job job) {
        LongAtomicDomain longs = LongAtomicDomain.create(job.world());
        MemorySegment own = job.endpoint().segment().local();
        long word = 64;
        for (long at = word - 7; at < word + 8; at++) {
            long place = at;
            assertIllegal("applyNb", () -> longs.applyNb(own, place, job.rank(), word, Opcode.FADD, 1, 0, NONE),
                    "LongAtomicDomain.applyNb", "overlap by " + (8 - Math.abs(place - word)) + " of 8 bytes");
        }
        // what was refused was no use of the place
        LongAtomicDomain others = LongAtomicDomain.create(job.world());
        assertEquals(0, others.get(job.rank(), word));
        job.world().barrier();
        longs.applyNb(own, word + 8, job.rank(), word, Opcode.FADD, 1, 0, NONE).await();
        longs.applyNb(own, word - 8, job.rank(), word, Opcode.FADD, 1, 0, NONE).await();
        longs.applyNb(own, word, job.rank(), word, Opcode.INC, 1, 0, NONE).await();
        assertEquals(3, longs.get(job.rank(), word));
    }

    @RankTest
    void shouldRefusePlacesThatAreNoTarget(Job job) {
        refusePlaces(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefusePlacesThatAreNoTargetWithoutChecksToo(Job job) {
        refusePlaces(job);
    }

    private static void refusePlaces(Job job) {
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
        for (DataType type : DataType.values()) {
            BitDomain domain = BitDomain.of(job.world(), type);
            int width = type.bytes();
            for (Opcode opcode : Opcode.legalFor(type)) {
                for (Applied form : forms(job, domain, opcode)) {
                    assertIllegal("rank", () -> form.to(2, 0, NONE), "rank 2", "0..1");
                    assertIllegal("rank", () -> form.to(-1, 0, NONE), "rank -1");
                    assertIllegal("behind", () -> form.to(1, 4096, NONE), "offset 4096", "4096 bytes");
                    assertIllegal("before", () -> form.to(1, -width, NONE), "offset -" + width);
                    assertIllegal("misaligned", () -> form.to(0, width / 2, NONE), "multiple of " + width);
                    assertIllegal("misaligned", () -> form.to(0, 1, NONE), "multiple of " + width);
                }
            }
        }
        checkUnchanged(job);
    }

    private static List<Applied> forms(Job job, BitDomain domain, Opcode opcode) {
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        return List.of((rank, offset, flags) -> domain.named(rank, offset, opcode, 1, 1),
                (rank, offset, flags) -> domain.apply(rank, offset, opcode, 1, 1, flags),
                (rank, offset, flags) -> domain.applyNb(result, 0, rank, offset, opcode, 1, 1, flags).await(),
                (rank, offset, flags) -> {
                    domain.applyNbi(result, 0, rank, offset, opcode, 1, 1, flags);
                    job.nbi().await();
                });
    }

    @RankTest
    void shouldRefuseEverythingAfterClose(Job job) {
        BitDomain longs = BitDomain.of(job.world(), DataType.I64);
        BitDomain floats = BitDomain.of(job.world(), DataType.FLT);
        List<Applied> forms = new java.util.ArrayList<>(forms(job, longs, Opcode.FADD));
        forms.addAll(forms(job, floats, Opcode.SWAP));
        job.close();
        for (Applied form : forms) {
            assertRefused(ErrorCode.NOT_INITIALIZED, "after close", () -> form.to(0, 0, NONE), "closed");
        }
    }
}
