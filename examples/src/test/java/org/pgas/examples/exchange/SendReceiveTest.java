package org.pgas.examples.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

@RankDefaults(ranks = {1, 3}, segment = "0")
final class SendReceiveTest {
    private static final int ROUNDS = 150;
    private static final int LARGEST = 200_000;

    @RankTest
    void shouldMeetMessagesAndReceivesInTheOrderOfBoth(Job job) {
        exchange(job, new SendReceive(job));
    }

    @RankTest(settings = "pgas.progress.thread=on")
    void shouldNotMindWhoRunsHandlers(Job job) {
        exchange(job, new SendReceive(job));
    }

    @RankTest(settings = "pgas.cma=off")
    void shouldNotMindWhetherProcessesReadEachOther(Job job) {
        exchange(job, new SendReceive(job));
    }

    @RankTest(settings = "pgas.am.ring=8k")
    void shouldCutLargeMessagesForSmallRings(Job job) {
        exchange(job, new SendReceive(job));
    }

    /**
     * All ranks draw the same sizes and partners; every message says which rank has sent it in which round. Nobody
     * waits for anybody else.
     */
    private static void exchange(Job job, SendReceive messages) {
        messages.reserve(LARGEST, LARGEST);
        SplittableRandom random = Seed.of("messages");
        try (Arena arena = Arena.ofShared()) {
            MemorySegment source = arena.allocate(LARGEST, 64);
            MemorySegment own = arena.allocate(LARGEST, 64);
            MemorySegment array = MemorySegment.ofArray(new byte[LARGEST]);
            for (int round = 0; round < ROUNDS; round++) {
                int step = random.nextInt(job.size());
                int bytes = size(random, messages.eagerBytes());
                MemorySegment target = switch (random.nextInt(3)) {
                    case 0 -> own;
                    case 1 -> array;
                    default -> messages.memory();
                };
                int from = Math.floorMod(job.rank() - step, job.size());
                source.asSlice(0, bytes).fill(mark(job.rank(), round));
                target.fill((byte) 0);
                messages.exchange((job.rank() + step) % job.size(), source.asSlice(0, bytes), from,
                        target.asSlice(0, bytes));
                for (int at = 0; at < LARGEST; at++) {
                    byte expected = at < bytes ? mark(from, round) : 0;
                    assertEquals(expected, target.get(ValueLayout.JAVA_BYTE, at));
                }
            }
        }
        job.world().barrier();
        messages.free();
    }

    private static int size(SplittableRandom random, long eagerBytes) {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> random.nextInt(1, 100);
            case 2 -> (int) eagerBytes;
            case 3 -> (int) eagerBytes + 1;
            default -> random.nextInt(1, LARGEST + 1);
        };
    }

    private static byte mark(int rank, int round) {
        return (byte) (1 + (rank * 37 + round * 3) % 127);
    }

    @RankTest(ranks = 2)
    void shouldKeepAMessageThatIsEarlierThanItsReceive(Job job) {
        SendReceive messages = new SendReceive(job);
        int count = 300;
        int other = 1 - job.rank();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment source = arena.allocate(64);
            MemorySegment target = arena.allocate(64);
            // rank 0 takes in the first message of rank 1 while it is busy with messages to itself
            for (int i = 0; i < count && job.rank() == 0; i++) {
                source.set(ValueLayout.JAVA_INT, 0, i);
                messages.exchange(0, source, 0, target);
                assertEquals(i, target.get(ValueLayout.JAVA_INT, 0));
            }
            for (int i = 0; i < count; i++) {
                source.set(ValueLayout.JAVA_INT, 0, i + 1000 * job.rank());
                messages.exchange(other, source, other, target);
                assertEquals(i + 1000 * other, target.get(ValueLayout.JAVA_INT, 0));
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldReserveAgainAndRefuseOnAllRanksWhatFindsNoRoom(Job job) {
        SendReceive messages = new SendReceive(job);
        messages.reserve(100_000, 0);
        NoRoomException thrown = assertThrows(NoRoomException.class, () -> messages.reserve(0, 1L << 38));
        assertTrue(thrown.lack() != null || thrown.getMessage().contains("finds no room"), thrown.toString());
        exchange(job, messages);
    }
}
