package org.pgas.vis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Shapes are found by what they are made of, and never others. */
@Seeded
class ShapeCacheTest {
    private static final String CALL = "Test.call";

    /** So small that most entries push others out. */
    private static ShapeCache tiny() {
        return new ShapeCache(null, 2, 32);
    }

    private static ShapeCache large() {
        return new ShapeCache(null, 1 << 14, 1 << 14);
    }

    @Test
    void shouldFindTheSameShapeForEqualArguments() {
        ShapeCache cache = large();
        assertTwice(() -> cache.contiguous(CALL, 40));
        assertTwice(() -> cache.chunked(CALL, 8, 3, -16));
        assertTwice(() -> cache.strided(CALL, new int[]{8, 3}, new int[]{16}, 1));
        assertTwice(() -> cache.strided(CALL, 8, new long[]{2, 3, 4, 5}, new long[]{8, 16, 64, 512}));
        assertTwice(() -> cache.indexed(CALL, 8, new long[]{8, 0, 24}, 3));
        assertTwice(() -> cache.vector(CALL, new long[]{8, 0, 24}, new long[]{1, 2, 3}, 3));
        long[] pointers = {GlobalPointer.of(1, 64), GlobalPointer.of(0, 8)};
        assertTwice(() -> cache.globalIndexed(CALL, 8, pointers.clone(), 2));
        assertTwice(() -> cache.globalVector(CALL, pointers.clone(), new long[]{1, 2}, 2));
        Shape placed = Shape.chunked(8, 2, 16);
        assertTwice(() -> cache.global(CALL, pointers[0], placed));
    }

    private static void assertTwice(Supplier<Object> call) {
        assertSame(call.get(), call.get());
    }

    /** Entries of whatever form say the same where their numbers do. */
    @Test
    void shouldFindTheSameShapeForIntsAndForLongs() {
        ShapeCache cache = large();
        for (int levels = 0; levels < 5; levels++) {
            int[] count = {4, 3, 2, 2, 2};
            int[] strides = {8, 32, -128, 0};
            long[] longCount = Arrays.stream(count).asLongStream().toArray();
            long[] longStrides = Arrays.stream(strides).asLongStream().toArray();
            Shape shape = cache.strided(CALL, count, strides, levels);
            assertSame(shape, cache.strided(CALL, longCount, longStrides, levels));
            assertSame(shape, cache.strided(CALL, 4, Arrays.copyOfRange(longCount, 1, levels + 1),
                    Arrays.copyOf(longStrides, levels)));
        }
        assertSame(cache.indexed(CALL, 8, new long[]{-8, 16, 0}, 3),
                cache.indexed(CALL, 8, new int[]{-1, 2, 0, 99}, 3));
    }

    @Test
    void shouldKeepTheArgumentsOfTheCallAndNotTheArrays() {
        ShapeCache cache = large();
        long[] offsets = {0, 8, 24};
        Shape shape = cache.indexed(CALL, 8, offsets, 3);
        offsets[1] = 16;
        assertNotSame(shape, cache.indexed(CALL, 8, offsets, 3));
        assertSame(shape, cache.indexed(CALL, 8, new long[]{0, 8, 24, 4}, 3));
        assertEquals(Shape.indexed(8, new long[]{0, 8, 24}), shape);
    }

    /** Numbers so few that arguments often repeat, and often differ in one alone, in a cache where all collide. */
    @Test
    void shouldNeverGiveAShapeOfOtherArguments() {
        SplittableRandom random = Seed.of("arguments");
        ShapeCache small = tiny();
        ShapeCache large = large();
        for (int round = 0; round < 20_000; round++) {
            Call drawn = Call.draw(random);
            String expected = drawn.plain();
            assertEquals(expected, drawn.from(small));
            assertEquals(expected, drawn.from(large));
        }
    }

    @Test
    void shouldNeverGiveAShapeOfOtherArgumentsToThreads() throws InterruptedException, ExecutionException {
        ShapeCache cache = new ShapeCache(null, 8, 32);
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 3; thread++) {
                SplittableRandom random = Seed.of("thread " + thread);
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 20_000; round++) {
                        Call drawn = Call.draw(random);
                        assertEquals(drawn.plain(), drawn.from(cache));
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    /** A call with random arguments; shapes are compared by what they were made of and what they take. */
    private record Call(int form, int count, long bytes, long[] one, long[] other) {
        private static final int FORMS = 9;

        static Call draw(SplittableRandom random) {
            int count = random.nextInt(4) == 0 ? random.nextInt(20) : random.nextInt(5);
            long[] one = new long[count + 1];
            long[] other = new long[count + 1];
            for (int i = 0; i <= count; i++) {
                one[i] = random.nextInt(2);
                other[i] = random.nextInt(2) * 8L;
            }
            return new Call(random.nextInt(FORMS), count, 1 + random.nextInt(2), one, other);
        }

        private int levels() {
            return Math.min(count, 4);
        }

        private long[] pointers() {
            return Arrays.stream(other).map(offset -> GlobalPointer.of(1 + (int) (offset / 8), offset)).toArray();
        }

        private static int[] ints(long[] longs) {
            return Arrays.stream(longs).mapToInt(Math::toIntExact).toArray();
        }

        String plain() {
            long[] cutOne = Arrays.copyOf(one, count);
            long[] cutOther = Arrays.copyOf(other, count);
            long[] counts = Arrays.copyOfRange(one, 1, levels() + 1);
            long[] strides = Arrays.copyOf(other, levels());
            return switch (form) {
                case 0 -> describe(Shape.contiguous(count));
                case 1 -> describe(Shape.chunked(bytes, one[0], other[0]));
                case 2, 3 -> describe(Shape.strided(one[0], counts, strides));
                case 4 -> describe(Shape.strided(bytes, Arrays.copyOf(one, levels()), strides));
                case 5 -> describe(Shape.indexed(bytes, cutOther));
                case 6 -> describe(Shape.vector(cutOther, cutOne));
                case 7 -> describe(GlobalShape.vector(Arrays.copyOf(pointers(), count), cutOne));
                default -> describe(GlobalShape.indexed(bytes, Arrays.copyOf(pointers(), count)));
            };
        }

        String from(ShapeCache cache) {
            return switch (form) {
                case 0 -> describe(cache.contiguous(CALL, count));
                case 1 -> describe(cache.chunked(CALL, bytes, one[0], other[0]));
                case 2 -> describe(cache.strided(CALL, ints(one), ints(other), levels()));
                case 3 -> describe(cache.strided(CALL, one, other, levels()));
                case 4 -> describe(cache.strided(CALL, bytes, Arrays.copyOf(one, levels()),
                        Arrays.copyOf(other, levels())));
                case 5 -> describe(cache.indexed(CALL, bytes, other, count));
                case 6 -> describe(cache.vector(CALL, other, one, count));
                case 7 -> describe(cache.globalVector(CALL, pointers(), one, count));
                default -> describe(cache.globalIndexed(CALL, bytes, pointers(), count));
            };
        }

        private static String describe(Shape shape) {
            StringBuilder text = new StringBuilder(shape + ":");
            for (long run = 0; run < shape.regions().runs(); run++) {
                text.append(' ').append(shape.regions().offset(run)).append('+').append(shape.regions().length(run));
            }
            return text.toString();
        }

        private static String describe(GlobalShape shape) {
            StringBuilder text = new StringBuilder();
            for (long run = 0; run < shape.runs().count(); run++) {
                if (shape.runs().length(run) > 0) {
                    text.append(' ').append(shape.runs().name(run));
                }
            }
            return text.toString();
        }
    }

    /** Long lists, too, that differ in any one entry; those beyond the longest are made each time. */
    @Test
    void shouldTellListsApartByAnyEntry() {
        SplittableRandom random = Seed.of("lists");
        for (int count : new int[]{5, 256, 257, 4096, 4097, 32_768, 32_769}) {
            ShapeCache cache = large();
            long[] offsets = new long[count];
            Arrays.setAll(offsets, i -> 16L * i);
            Shape first = cache.indexed(CALL, 8, offsets, count);
            assertEquals(count <= 32_768, first == cache.indexed(CALL, 8, offsets, count), () -> "" + count);
            for (int round = 0; round < 20; round++) {
                int changed = random.nextInt(count);
                offsets[changed] += 8;
                Shape other = cache.indexed(CALL, 8, offsets, count);
                assertNotSame(first, other);
                assertEquals(offsets[changed], other.regions().offset(other.regions().runAt(8L * changed)));
                offsets[changed] -= 8;
            }
        }
    }

    /** In the table of a program's few hundred shapes, few may collide. */
    @Test
    void shouldKeepManyShapesAtOnce() {
        ShapeCache cache = new ShapeCache(null, 512, 64);
        List<Shape> made = new ArrayList<>();
        for (int repeat = 0; repeat < 2; repeat++) {
            for (int rows = 1; rows <= 128; rows++) {
                made.add(cache.strided(CALL, new int[]{1024, rows}, new int[]{2048}, 1));
            }
        }
        int same = 0;
        for (int i = 0; i < 128; i++) {
            same += made.get(i) == made.get(128 + i) ? 1 : 0;
        }
        assertTrue(same >= 120, same + " of 128 were found again");
    }

    @Test
    void shouldRefuseInTheNameOfTheCall() {
        ShapeCache cache = large();
        refused("2 levels, with 2 entries of count",
                () -> cache.strided(CALL, new int[]{8, 1}, new int[]{8, 8}, 2));
        refused("2 levels, with 3 entries of count and 1 entries of strides",
                () -> cache.strided(CALL, new long[]{8, 1, 1}, new long[]{8}, 2));
        refused("-1 levels", () -> cache.strided(CALL, new int[]{8}, null, -1));
        refused("no count", () -> cache.strided(CALL, (int[]) null, null, 0));
        refused("no strides", () -> cache.strided(CALL, new int[]{8, 1}, null, 1));
        refused("count[0] is -8", () -> cache.strided(CALL, new int[]{-8, 1}, new int[]{8}, 1));
        refused("the count of level 0 is -1", () -> cache.strided(CALL, new int[]{8, -1}, new int[]{8}, 1));
        refused("1 counts and 2 strides", () -> cache.strided(CALL, 8, new long[1], new long[2]));
        refused("bytes is -1", () -> cache.contiguous(CALL, -1));
        refused("bytes is -1", () -> cache.indexed(CALL, -1, new long[1], 1));
        refused("bytes is -1", () -> cache.indexed(CALL, -1, new int[1], 1));
        refused("2^61", () -> cache.indexed(CALL, 1L << 60, new int[]{16}, 1));
        refused("offsets is null", () -> cache.indexed(CALL, 8, (long[]) null, 1));
        refused("count is 2, but offsets has 1 entries", () -> cache.indexed(CALL, 8, new long[1], 2));
        refused("count is 2, but lengths has 1 entries", () -> cache.vector(CALL, new long[2], new long[1], 2));
        refused("count is -1", () -> cache.vector(CALL, new long[2], new long[1], -1));
        refused("lengths[1] is -1", () -> cache.vector(CALL, new long[2], new long[]{1, -1}, 2));
        refused("pointers[0]", () -> cache.globalIndexed(CALL, 8, new long[1], 1));
        refused("shape is null", () -> cache.global(CALL, GlobalPointer.of(0, 0), null));
    }

    private static void refused(String expected, Supplier<Object> call) {
        String message = assertThrows(PgasException.class, call::get).getMessage();
        assertTrue(message.startsWith(CALL + ": ") && message.contains(expected), message);
    }

    /** Shapes that are used with each other in turns remember how. */
    @Test
    void shouldFindTheWaysBetweenAFewShapes() {
        List<Shape> shapes = List.of(Shape.chunked(8, 12, 16), Shape.chunked(8, 12, 24), Shape.contiguous(96));
        List<Object> plans = new ArrayList<>();
        for (int repeat = 0; repeat < 3; repeat++) {
            int next = 0;
            for (Shape from : shapes) {
                for (Shape to : shapes) {
                    Object plan = from == to ? null : from.planTo(to);
                    if (repeat == 0) {
                        plans.add(plan);
                    }
                    assertSame(plans.get(next++), plan);
                }
            }
        }
    }
}
