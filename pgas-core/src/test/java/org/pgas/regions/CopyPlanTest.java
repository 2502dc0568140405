package org.pgas.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.Seed;
import org.pgas.memory.SharedMemory;

/** Every plan moves each byte to its place and touches no other, from memory of any kind to memory of any kind. */
class CopyPlanTest {
    private enum Memory {
        NATIVE, BYTES, INTS, LONGS, DOUBLES
    }

    private static final int ROUNDS = 6000;

    private final Seed seed = new Seed();
    private final Random random = seed.random();
    private final RandomRegions regions = new RandomRegions(random);
    private final Arena arena = Arena.ofShared();

    @AfterEach
    void free() {
        arena.close();
    }

    private MemorySegment memory(Memory kind, long bytes) {
        int words = (int) (bytes / 8 + 1);
        return switch (kind) {
            case NATIVE -> arena.allocate(8L * words, 8);
            case BYTES -> MemorySegment.ofArray(new byte[8 * words]);
            case INTS -> MemorySegment.ofArray(new int[2 * words]);
            case LONGS -> MemorySegment.ofArray(new long[words]);
            case DOUBLES -> MemorySegment.ofArray(new double[words]);
        };
    }

    private MemorySegment memory(Regions layout) {
        Memory[] kinds = Memory.values();
        return memory(kinds[random.nextInt(kinds.length)], layout.high() - layout.low() + 32);
    }

    private static void stamp(MemorySegment memory, int salt) {
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 8) + salt));
        }
    }

    private static MemorySegment copy(MemorySegment memory) {
        return MemorySegment.ofArray(memory.toArray(ValueLayout.JAVA_BYTE));
    }

    private void check(Regions source, Regions target) {
        MemorySegment from = memory(source);
        MemorySegment to = memory(target);
        long fromBase = random.nextInt(17) - source.low();
        long toBase = random.nextInt(17) - target.low();
        stamp(from, 1);
        stamp(to, 77);
        MemorySegment before = copy(from);
        MemorySegment model = copy(to);
        long[] taken = RandomRegions.bytes(source);
        long[] given = RandomRegions.bytes(target);
        for (int i = 0; i < taken.length; i++) {
            model.set(ValueLayout.JAVA_BYTE, toBase + given[i], before.get(ValueLayout.JAVA_BYTE, fromBase + taken[i]));
        }
        CopyPlan plan = CopyPlan.of(source, target);
        boolean isFromMapped = from.isNative() && random.nextBoolean();
        boolean isToMapped = to.isNative() && random.nextBoolean();
        plan.copy(isFromMapped ? SharedMemory.everything() : from, fromBase + (isFromMapped ? from.address() : 0),
                isToMapped ? SharedMemory.everything() : to, toBase + (isToMapped ? to.address() : 0));
        String what = plan.getClass().getSimpleName() + " of " + source.bytes() + " bytes in " + source.runs() + " and "
                + target.runs() + " runs, " + seed;
        assertEquals(-1, model.mismatch(to), what);
        assertEquals(-1, before.mismatch(from), what);
    }

    @Test
    void shouldMoveEveryByteToItsPlaceAndTouchNoOther() {
        for (int round = 0; round < ROUNDS; round++) {
            int volume = regions.volume();
            check(regions.any(volume), regions.disjoint(volume));
        }
    }

    /** Lengths that have loops of their own, their tails, and more than one tile. */
    @Test
    void shouldTransposeElementsOfEverySize() {
        for (long bytes : new long[]{1, 2, 3, 4, 5, 8, 12, 16, 24, 32, 40, 64, 72, 128, 200, 256, 264}) {
            for (int round = 0; round < 20; round++) {
                long rows = 1 + random.nextInt(70);
                long columns = 1 + random.nextInt(70);
                long pitch = bytes * (columns + random.nextInt(3));
                Regions byRows = Regions.nest(0, bytes, new long[]{columns, rows}, new long[]{bytes, pitch});
                Regions byColumns = Regions.nest(0, bytes, new long[]{rows, columns}, new long[]{pitch, bytes});
                Regions dense = Regions.contiguous(0, bytes * rows * columns);
                check(byColumns, dense);
                check(dense, byColumns);
                check(byRows, dense);
                check(Regions.nest((rows - 1) * pitch, bytes, new long[]{rows, columns}, new long[]{-pitch, bytes}),
                        byRows);
            }
        }
    }

    @Test
    void shouldTakeAReflectionOfBothSidesAsOneRange() {
        Regions backwards = Regions.nest(90, 10, new long[]{10}, new long[]{-10});
        assertInstanceOf(ContiguousCopy.class, CopyPlan.of(backwards, backwards));
        check(backwards, backwards);
    }

    @Test
    void shouldFindACommonNestForDifferentChunks() {
        Regions twos = Regions.nest(0, 16, new long[]{10}, new long[]{64});
        Regions fours = Regions.nest(0, 32, new long[]{5}, new long[]{64});
        assertInstanceOf(NestCopy.class, CopyPlan.of(twos, fours));
        check(twos, fours);
    }

    /** So that no plan of 24 bytes a run is made for what was given in a few words. */
    @Test
    void shouldNotListThePiecesOfHugeNests() {
        Regions threes = Regions.nest(0, 3, new long[]{1 << 20}, new long[]{4});
        Regions fours = Regions.nest(0, 4, new long[]{3 << 18}, new long[]{5});
        assertInstanceOf(WalkCopy.class, CopyPlan.of(threes, fours));
        check(threes, fours);
    }

    @Test
    void shouldReachEveryKindOfPlan() {
        Set<Kind> seen = EnumSet.noneOf(Kind.class);
        for (int round = 0; round < ROUNDS; round++) {
            int volume = regions.volume();
            seen.add(Kind.of(CopyPlan.of(regions.any(volume), regions.disjoint(volume))));
        }
        assertEquals(EnumSet.of(Kind.CONTIGUOUS, Kind.NEST, Kind.LIST, Kind.PIECES), seen, seed.toString());
    }

    private enum Kind {
        CONTIGUOUS, NEST, LIST, PIECES, WALK;

        static Kind of(CopyPlan plan) {
            return switch (plan) {
                case ContiguousCopy _ -> CONTIGUOUS;
                case NestCopy _ -> NEST;
                case ListCopy _ -> LIST;
                case PieceCopy _ -> PIECES;
                case WalkCopy _ -> WALK;
            };
        }
    }
}
