package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;

/**
 * What the members of a team tell each other in their collectives is checked. Here the test writes over it; one thread
 * plays both members.
 */
class DamagedSlotTest {
    private static final Reduction SUM = Reduction.of(DataType.I64, Opcode.ADD);
    private static final int LARGE_BYTES = 300_000;
    private static final long FINISHED_THEN = 8;
    private static final long TAG = 0;
    private static final int LOOKS = 20;

    private static MemorySegment bytes(long bytes) {
        return MemorySegment.ofArray(new byte[(int) bytes]);
    }

    private static void assertDamaged(String what, Runnable call) {
        PgasException e = assertThrows(PgasException.class, call::run, what);
        assertTrue(e.getMessage().startsWith("rank 1: damaged: " + what), e.getMessage());
    }

    private static void flip(long address, int bit) {
        SharedMemory.putByte(address, (byte) (SharedMemory.getByte(address) ^ 1 << bit));
    }

    /** Two members, of which the first has sent the second one word after the other. */
    private static final class Broadcasts implements AutoCloseable {
        private final PlainTeam team = new PlainTeam(2, false);
        final ShortWays root = new ShortWays(new Member(team.place(0)));
        final ShortWays reader = new ShortWays(new Member(team.place(1)));

        Broadcasts(int count) {
            for (int before = 1; before <= count; before++) {
                root.broadcast(0, before);
                assertEquals(before, reader.broadcast(0, 0));
            }
        }

        /** The root's slot for a collective. */
        long slot(long sequence) {
            return new Slots(team.place(1)).slot(0, sequence);
        }

        @Override
        public void close() {
            team.close();
        }
    }

    /** A slot is that of its collective, or of one that is a whole number of rounds older. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 4, 19, 21, 36, 52, 1L << 40, -1, -12, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldTakeNoSlotForOneThatItCannotBe(long tag) {
        try (Broadcasts team = new Broadcasts(19)) {
            long slot = team.slot(20);
            boolean older = tag == 4;
            SharedMemory.putLong(slot + TAG, tag);
            if (older) {
                team.root.broadcast(0, 20);
                assertEquals(20, team.reader.broadcast(0, 0));
            } else {
                assertDamaged("collectives: the slot of team rank 0 for collective 20 is that of " + tag
                        + ": legal are it, every 16th before, and 0", () -> team.reader.broadcast(0, 0));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 21, 3, 1L << 32, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldNotBelieveThatAMemberHadFinishedMoreOrLessThanItCan(long finished) {
        try (Broadcasts team = new Broadcasts(19)) {
            team.root.broadcast(0, 20);
            SharedMemory.putLong(team.slot(20) + FINISHED_THEN, MarkedCount.word(finished));
            assertDamaged("collectives: team rank 0, in collective 20, had finished " + finished + ": legal are 4..19",
                    () -> team.reader.broadcast(0, 0));
        }
    }

    /** Also within what would be possible. */
    @Test
    void shouldTakeNoCountWithAChangedBit() {
        for (int bit = 0; bit < Long.SIZE; bit++) {
            try (LargeGather gather = new LargeGather()) {
                flip(gather.slot + Slots.AVAILABLE + bit / 8, bit % 8);
                assertDamaged("Collectives.allGather: team rank 0 has written ", gather::read);
            }
            try (PlainTeam team = new PlainTeam(2, false)) {
                new ShortWays(new Member(team.place(0))).broadcast(0, 1);
                flip(new Slots(team.place(1)).slot(0, 1) + FINISHED_THEN + bit / 8, bit % 8);
                assertDamaged("collectives: team rank 0, in collective 1, had finished ",
                        () -> new ShortWays(new Member(team.place(1))).broadcast(0, 0));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {33, 1L << 33, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldNotWriteASlotAgainBecauseOfAnImpossibleCountOfWhoHasReadIt(long finished) {
        try (PlainTeam team = new PlainTeam(2, false)) {
            ShortWays root = new ShortWays(new Member(team.place(1)));
            for (int before = 1; before <= Slots.COUNT; before++) {
                root.broadcast(1, before);
            }
            SharedMemory.putLong(team.place(0).block(0), MarkedCount.word(finished));
            assertDamaged("collectives: team rank 0 has finished " + finished + " collectives: legal are 0..32",
                    () -> root.broadcast(1, 0));
        }
    }

    /** Two members in an all-gather of many rounds, of which the first has written what it can. */
    private static final class LargeGather implements AutoCloseable {
        final PlainTeam team = new PlainTeam(2, false);
        final Member writer = new Member(team.place(0));
        final Member reader = new Member(team.place(1));
        final long slot = new Slots(team.place(1)).slot(0, 1);
        final Operation written = gather(writer);

        private static Operation gather(Member member) {
            return new Initiation(member).allGather(bytes(2 * LARGE_BYTES), bytes(LARGE_BYTES), LARGE_BYTES);
        }

        void read() {
            Operation read = gather(reader);
            for (int look = 0; look < LOOKS; look++) {
                reader.background();
                writer.background();
            }
            reader.await(read);
        }

        @Override
        public void close() {
            team.close();
        }
    }

    @Test
    void shouldBelieveNoWordOfWhereDataLieThatHasAChangedBit() {
        for (long word : new long[]{Slots.PLACE, Slots.WAY, Slots.ELEMENT}) {
            for (int bit = 0; bit < Long.SIZE; bit += 7) {
                try (LargeGather gather = new LargeGather()) {
                    flip(gather.slot + word + bit / 8, bit % 8);
                    if (SharedMemory.getLong(gather.slot + Slots.WAY) != Outgoing.NOWHERE) {
                        assertDamaged("collectives: where the data of team rank 0 for collective 1 lie, place ",
                                gather::read);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 1L << 40, -1, Long.MIN_VALUE, Long.MAX_VALUE - 1})
    void shouldReadNoRoundThatCannotHaveBeenWritten(long available) {
        try (LargeGather gather = new LargeGather()) {
            SharedMemory.putLongRelease(gather.slot + Slots.AVAILABLE, MarkedCount.word(available));
            assertDamaged("Collectives.allGather: team rank 0 has written " + available
                    + " rounds of collective 1: legal are 0..", gather::read);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 1L << 40, -1, Long.MIN_VALUE, Long.MAX_VALUE - 1})
    void shouldNotWriteOverWhatNobodyCanHaveRead(long read) {
        try (PlainTeam team = new PlainTeam(2, false)) {
            Slots other = new Slots(team.place(0));
            other.beginConsuming(other.begin());
            other.consumed(1, read);
            Member root = new Member(team.place(1));
            Operation operation = new Initiation(root).broadcast(1, bytes(LARGE_BYTES), bytes(LARGE_BYTES),
                    LARGE_BYTES);
            assertDamaged("collectives: team rank 0 has read " + read + " rounds of collective 1: legal are 0..",
                    () -> root.await(operation));
        }
    }

    private static Operation begin(String call, Member member, MemorySegment target, MemorySegment source, long bytes) {
        Initiation initiation = new Initiation(member);
        return switch (call) {
            case "broadcast" -> initiation.broadcast(0, target, source, bytes);
            case "scatter" -> initiation.scatter(0, target, source, bytes);
            case "gather" -> initiation.gather(1, target, source, bytes);
            case "allGather" -> initiation.allGather(target, source, bytes);
            case "exchange" -> initiation.exchange(target, source, bytes);
            case "exchangeV" -> initiation.exchangeV(target, Blocks.packed(bytes, bytes), source,
                    Blocks.packed(bytes, bytes));
            case "reduceToOne" -> initiation.reduceToOne(1, target, source, SUM, bytes);
            case "reduceToAll" -> initiation.reduceToAll(target, source, SUM, bytes);
            case "scan" -> initiation.scan(target, source, SUM, bytes);
            default -> throw new AssertionError(call);
        };
    }

    /** Where the cell is that member 1 reads of member 0. */
    private static long cell(PlainTeam team, String call, long bytes) {
        Slots slots = new Slots(team.place(1));
        long slot = slots.slot(0, 1);
        boolean perReader = call.equals("scatter") || call.startsWith("exchange");
        long staged = (Operation.checksumOffset(bytes) + Long.BYTES) * (perReader ? 2 : 1);
        if (!call.equals("exchangeV") && staged <= Slots.MEDIUM_BYTES) {
            return slots.data(0, slot, 1, staged) + (perReader ? staged / 2 : 0);
        }
        return team.place(1).address(SharedMemory.getLong(slot + Slots.PLACE)) + (call.equals("exchangeV") ? 64 : 0);
    }

    /** In checked mode any bit that changes between the writer's store and the reader's last look is found. */
    @ParameterizedTest(name = "{0} of {1} bytes")
    @CsvSource({"broadcast, 8", "broadcast, 800", "broadcast, 300000", "scatter, 8", "scatter, 300000", "gather, 96",
        "gather, 4088", "allGather, 88", "allGather, 4096", "exchange, 40", "exchange, 2040", "exchange, 300000",
        "exchangeV, 24", "exchangeV, 300000", "reduceToOne, 16", "reduceToOne, 80000", "reduceToAll, 8",
        "reduceToAll, 40000", "scan, 8", "scan, 40000"})
    void shouldFindEveryChangedBitOfStagedDataInCheckedMode(String call, long bytes) {
        SplittableRandom random = new SplittableRandom(bytes);
        for (int trial = 0; trial <= 6; trial++) {
            try (PlainTeam team = new PlainTeam(2, true)) {
                Member writer = new Member(team.place(0));
                Member reader = new Member(team.place(1));
                MemorySegment source = bytes(2 * bytes);
                source.fill((byte) 3);
                MemorySegment target = bytes(2 * bytes);
                begin(call, writer, bytes(2 * bytes), source.asSlice(0, call.equals("gather") ? bytes : 2 * bytes),
                        bytes);
                Operation read = begin(call, reader, target, source, bytes);
                writer.background();
                long damaged = random.nextLong(Math.min(bytes, 2048));
                if (trial > 0) {
                    flip(cell(team, call, bytes) + damaged, random.nextInt(8));
                }
                for (int look = 0; look < LOOKS * 4; look++) {
                    reader.background();
                    writer.background();
                }
                if (trial == 0) {
                    reader.await(read);
                    assertEquals(call.startsWith("reduce") || call.equals("scan") ? 6 : 3,
                            target.get(ValueLayout.JAVA_BYTE, 0));
                } else {
                    assertDamaged("Collectives." + call + ": the data of team rank 0 (rank 0), ",
                            () -> reader.await(read));
                }
            }
        }
    }
}
