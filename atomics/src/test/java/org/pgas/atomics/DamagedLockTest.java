package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.TicketReadWriteLock;
import org.pgas.atomics.locks.WaiterSlots;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Tickets, slots and counts that nobody of the library wrote: each step of a lock ends, and touches no other words. */
@Seeded
class DamagedLockTest {
    private static final int RANKS = 3;
    private static final int AROUND = 8192;
    private static final byte GUARD = 77;
    private static final int NEXT = 64;
    private static final int SERVING = 128;
    private static final int SLOTS = 192;

    private final Arena arena = Arena.ofConfined();
    private final long bytes = TicketReadWriteLock.bytes(RANKS);
    private final MemorySegment memory = arena.allocate(2 * AROUND + bytes, 64).fill(GUARD);
    private final long base = memory.address() + AROUND;

    @AfterEach
    void free() {
        arena.close();
    }

    /** Like those that a queue has, at a turn: what looks right is followed furthest. */
    private void damage(SplittableRandom random) {
        TicketReadWriteLock.reset(base, RANKS);
        long turn = random.nextInt(3) == 0 ? random.nextLong() : random.nextLong(-100, 100);
        SharedMemory.putLong(base + NEXT, random.nextBoolean() ? random.nextLong() : turn + random.nextInt(-3, 70));
        SharedMemory.putLong(base + SERVING, turn);
        boolean full = random.nextInt(4) == 0;
        for (int i = 0; i < WaiterSlots.COUNT; i++) {
            long ticket = turn + i;
            long who = switch (random.nextInt(4)) {
                case 0 -> 0xFFFF;
                case 1 -> 0xFFFE;
                case 2 -> full ? 0xFFFF : random.nextInt(1 << 16);
                default -> full ? 0xFFFE : random.nextLong();
            };
            SharedMemory.putLong(base + SLOTS + (ticket & WaiterSlots.COUNT - 1) * Long.BYTES,
                    ticket >>> 6 << 16 | who);
        }
        for (long at = TicketLock.BYTES; at < bytes; at += Long.BYTES) {
            SharedMemory.putLong(base + at, random.nextBoolean() ? random.nextLong() : random.nextInt(-2, 3));
        }
    }

    private int step(SplittableRandom random) {
        long ticket = random.nextBoolean() ? random.nextLong()
                : SharedMemory.getLong(base + SERVING) + random.nextInt(70);
        int rank = random.nextInt(RANKS);
        return switch (random.nextInt(14)) {
            case 0 -> TicketReadWriteLock.beginRead(base, rank);
            case 1 -> TicketReadWriteLock.finishTurn(base);
            case 2 -> TicketReadWriteLock.skip(base);
            case 3 -> TicketReadWriteLock.endRead(base);
            case 4 -> TicketReadWriteLock.endWrite(base);
            case 5 -> TicketLock.release(base);
            case 6 -> TicketLock.skip(base);
            case 7 -> TicketLock.waiter(base, ticket);
            case 8 -> answer(TicketLock.abandonIfPossible(base, ticket));
            case 9 -> answer(TicketLock.register(base, ticket, rank));
            case 10 -> answer(TicketReadWriteLock.countOut(base, rank));
            case 11 -> answer(TicketLock.takeIfRoom(base) == 0 || TicketReadWriteLock.tryTakeToWrite(base));
            case 12 -> {
                TicketLock.pass(base, ticket);
                yield answer(TicketLock.stopPassing(base, ticket, rank));
            }
            default -> TicketReadWriteLock.needed(base, RANKS).length - RANKS;
        };
    }

    private static int answer(boolean done) {
        return done ? 1 : 0;
    }

    @Test
    void shouldEndEveryStepAndTouchNoOtherWords() {
        SplittableRandom random = Seed.of("locks");
        for (int round = 0; round < 50_000; round++) {
            damage(random);
            for (int i = 0; i < 4; i++) {
                int whom = step(random);
                assertTrue(whom >= TicketLock.NOTHING && whom < 1 << 16, "rank " + whom);
            }
        }
        for (int i = 0; i < AROUND; i++) {
            assertEquals(GUARD, memory.get(ValueLayout.JAVA_BYTE, i), "before the lock");
            assertEquals(GUARD, memory.get(ValueLayout.JAVA_BYTE, memory.byteSize() - 1 - i), "behind the lock");
        }
    }

    /** The longest way of a turn: as many given up as there are slots, and none of them twice. */
    @Test
    void shouldPassATurnOnOnceAroundAtMost() {
        for (long turn : new long[]{0, -5, Long.MAX_VALUE - 10}) {
            TicketReadWriteLock.reset(base, RANKS);
            SharedMemory.putLong(base + SERVING, turn);
            SharedMemory.putLong(base + NEXT, turn + 1_000);
            for (int i = 1; i <= WaiterSlots.COUNT; i++) {
                TicketLock.pass(base, turn + i);
            }
            assertEquals(WaiterSlots.NOBODY, TicketReadWriteLock.finishTurn(base));
            assertEquals(turn + 1 + WaiterSlots.COUNT, SharedMemory.getLong(base + SERVING));
        }
    }
}
