package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

import org.pgas.AccumulateType;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.RmaFlags;
import org.pgas.WaitCondition;
import org.pgas.WaitMode;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.Scale;
import org.pgas.conformance.ShapeSums.Elements;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Accumulates between any two shapes: what they add, that nothing of it is lost, and what they refuse. */
@RankDefaults(segment = "512k")
@AcrossNeighbourhoodsAsThreads
class ShapeAccumulateTest {
    private static final int SEGMENT = 512 << 10;

    @RankTest(ranks = {1, 2, 4}, memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldAgreeWithAModelForAnyTwoShapesOfEveryType(Job job) {
        agree(job, 12);
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY}, settings = "pgas.checks=off")
    void shouldAgreeWithAModelWithoutChecks(Job job) {
        agree(job, 4);
    }

    private static void agree(Job job, int rounds) {
        SplittableRandom random = Seed.of("shapes of rank " + job.rank());
        int stripe = SEGMENT / job.size();
        try (Arena confined = Arena.ofConfined()) {
            for (int round = 0; round < job.size(); round++) {
                int peer = (job.rank() + round) % job.size();
                for (AccumulateType type : AccumulateType.values()) {
                    for (int i = 0; i < rounds; i++) {
                        agree(job, random, confined, peer, type, stripe);
                    }
                }
                job.world().barrier();
            }
        }
        job.world().barrier();
    }

    /** One accumulate to this rank's stripe of a peer's segment. */
    private static void agree(Job job, SplittableRandom random, Arena confined, int peer, AccumulateType type,
            int stripe) {
        ShapeSums sums = new ShapeSums(random, type);
        int most = random.nextInt(6) == 0 ? stripe / 4 / type.bytes() : 100;
        int count = 1 + random.nextInt(most);
        Elements target = sums.draw(count, 3, type.componentBytes());
        Elements source = sums.draw(count, 3, 1);
        int room = target.high(type.bytes());
        int place = random.nextInt(stripe - room) / type.componentBytes() * type.componentBytes();
        long start = (long) stripe * job.rank() + place;
        MemorySegment model = MemorySegment.ofArray(new byte[room]);
        sums.fill(model);
        job.world().rma().put(peer, start, model, 0, room);
        int form = random.nextInt(6);
        int shift = form == 2 ? 0 : random.nextInt(9);
        MemorySegment local = memory(confined, form, type, shift + source.high(type.bytes()));
        MemorySegment numbers = local.asSlice(shift, source.high(type.bytes()));
        sums.fill(numbers);
        Scale scale = sums.scale();
        for (int i = 0; i < count; i++) {
            ScaledSum.add(type, model, target.offsets()[i], numbers, source.offsets()[i], 1, scale.real(),
                    scale.imaginary());
        }
        accumulate(job, form, peer, start, target.shape(), scale, local, shift, source.shape());
        MemorySegment found = MemorySegment.ofArray(new byte[room]);
        job.world().rma().get(found, 0, peer, start, room);
        assertEquals(-1, found.mismatch(model), () -> type + " in form " + form + " from " + source.shape() + " to "
                + target.shape() + " at " + start + " of rank " + peer);
    }

    private static MemorySegment memory(Arena confined, int form, AccumulateType type, int bytes) {
        int words = bytes / 8 + 1;
        return switch (form) {
            case 0, 1 -> confined.allocate(bytes);
            case 2 -> switch (type) {
                case INT -> MemorySegment.ofArray(new int[2 * words]);
                case LNG -> MemorySegment.ofArray(new long[words]);
                case FLT, CPL -> MemorySegment.ofArray(new float[2 * words]);
                case DBL, DCP -> MemorySegment.ofArray(new double[words]);
            };
            case 3 -> MemorySegment.ofArray(new byte[bytes]);
            case 4 -> MemorySegment.ofArray(new short[4 * words]);
            default -> Arena.ofAuto().allocate(bytes);
        };
    }

    private static void accumulate(Job job, int form, int peer, long offset, Shape target, Scale scale,
            MemorySegment source, long sourceOffset, Shape sourceShape) {
        Vis vis = Vis.of(job.world());
        switch (form % 4) {
            case 0 -> vis.accumulate(peer, offset, target, scale, source.asReadOnly(), sourceOffset, sourceShape);
            case 1 -> {
                LocalCompletion completion = LocalCompletion.event();
                vis.accumulateNb(peer, offset, target, scale, source, sourceOffset, sourceShape, completion).await();
                completion.leaf().await();
            }
            case 2 -> {
                while (!vis.accumulate(peer, offset, target, scale, source, sourceOffset, sourceShape,
                        RmaFlags.IMMEDIATE)) {
                    job.poll();
                }
            }
            default -> {
                while (!vis.accumulateNbi(peer, offset, target, scale, source, sourceOffset, sourceShape,
                        LocalCompletion.DEFER, RmaFlags.IMMEDIATE)) {
                    job.poll();
                }
                job.nbi().await();
            }
        }
    }

    @RankTest(ranks = {2, 4})
    void shouldLoseNothingOfWhatAllAddAtOnce(Job job) {
        addAtOnce(job, 2, 150);
    }

    @RankTest(ranks = 4)
    void shouldLoseNothingWhereWaitersSleep(Job job) {
        job.waitMode(WaitMode.BLOCK);
        addAtOnce(job, 2, 60);
    }

    @RankTest(memories = Memory.ARRAY)
    void shouldLoseNothingOnMemoryThatIsNotMapped(Job job) {
        addAtOnce(job, 1, 20);
    }

    private static final int NUMBERS = 24 << 10;

    /**
     * Doubles and pairs of them, by shapes and by ranges, to the same numbers of rank 0, which lie in several blocks.
     */
    private static void addAtOnce(Job job, int threads, int rounds) {
        job.world().barrier();
        List<CompletableFuture<double[]>> adders = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            SplittableRandom random = Seed.of("adder " + t + " of rank " + job.rank());
            adders.add(CompletableFuture.supplyAsync(() -> add(job, random, rounds),
                    task -> Thread.ofPlatform().start(task)));
        }
        double[] added = new double[NUMBERS];
        for (CompletableFuture<double[]> adder : adders) {
            job.blockUntil(adder::isDone);
            double[] part = adder.join();
            Arrays.setAll(added, i -> added[i] + part[i]);
        }
        job.world().barrier();
        double[] sum = new double[NUMBERS];
        job.world().rma().get(sum, 0, 0, 8, NUMBERS);
        assertTrue(Arrays.stream(sum).anyMatch(number -> number != 0), "nobody has added");
        job.world().barrier();
        // whoever subtracts what it has added leaves the rest
        Accumulator.of(job.world()).accumulateDoubles(0, 8, added, 0, NUMBERS, -1);
        job.world().barrier();
        job.world().rma().get(sum, 0, 0, 8, NUMBERS);
        for (int i = 0; i < NUMBERS; i++) {
            assertEquals(0, sum[i], "number " + i);
        }
        job.world().barrier();
    }

    private static double[] add(Job job, SplittableRandom random, int rounds) {
        double[] added = new double[NUMBERS];
        Vis vis = Vis.of(job.world());
        for (int round = 0; round < rounds; round++) {
            boolean isComplex = random.nextBoolean();
            AccumulateType type = isComplex ? AccumulateType.DCP : AccumulateType.DBL;
            ShapeSums sums = new ShapeSums(random, type);
            int count = 1 + random.nextInt(random.nextInt(4) == 0 ? NUMBERS / 16 : 40);
            Elements target = sums.draw(count, 3, 8);
            Elements source = sums.draw(count, 2, 8);
            int at = random.nextInt(NUMBERS - target.high(type.bytes()) / 8);
            double[] numbers = new double[source.high(type.bytes()) / 8 + 1];
            MemorySegment local = MemorySegment.ofArray(numbers);
            sums.fill(local);
            Scale scale = sums.scale();
            MemorySegment model = MemorySegment.ofArray(added);
            for (int i = 0; i < count; i++) {
                ScaledSum.add(type, model, 8L * at + target.offsets()[i], local, source.offsets()[i], 1, scale.real(),
                        scale.imaginary());
            }
            vis.accumulate(0, 8 + 8L * at, target.shape(), scale, local, 0, source.shape());
            int from = random.nextInt(NUMBERS - 100);
            double[] ones = new double[100];
            Arrays.fill(ones, 1);
            Accumulator.of(job.world()).accumulateDoubles(0, 8 + 8L * from, ones, 0, 100, 2);
            for (int i = from; i < from + 100; i++) {
                added[i] += 2;
            }
        }
        return added;
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldRefuseWhatIsNotWholeAndAlignedAndChangeNothing(Job job) {
        Vis vis = Vis.of(job.world());
        Scale doubles = Scale.ofDouble(1);
        Scale complex = Scale.ofComplexDouble(1, 1);
        MemorySegment ones = MemorySegment.ofArray(new double[64]);
        ones.fill((byte) 1);
        Shape two = Shape.contiguous(16);
        assertIllegal("volumes", () -> vis.accumulate(1, 0, two, doubles, ones, 0, Shape.contiguous(24)),
                "Vis.accumulate: the volumes differ");
        assertIllegal("no scale", () -> vis.accumulate(1, 0, two, null, ones, 0, two), "Vis.accumulate: scale is null");
        assertIllegal("whole target",
                () -> vis.accumulateNb(1, 0, Shape.vector(new long[]{0, 100}, new long[]{12, 4}), doubles, ones, 0, two,
                        LocalCompletion.NOW),
                "rank " + job.rank(), "Vis.accumulateNb", "entry 0 of the target is 12 bytes long",
                "multiples of 8");
        assertIllegal("whole source",
                () -> vis.accumulate(1, 0, two, doubles, ones, 0, Shape.chunked(4, 4, 8)),
                "an element of the source is 4 bytes long", "multiples of 8");
        assertIllegal("whole complex", () -> vis.accumulate(1, 0, Shape.chunked(8, 2, 16), complex, ones, 0, two),
                "an element of the target is 8 bytes long", "multiples of 16");
        assertIllegal("aligned", () -> vis.accumulate(1, 4, two, doubles, ones, 0, two),
                "the target, which begins at offset 4, is not at a multiple of 8");
        assertIllegal("aligned level", () -> vis.accumulate(1, 0, Shape.chunked(8, 2, 12), doubles, ones, 0, two),
                "the chunks of the target has a stride of 12 bytes, which is not a multiple of 8");
        assertIllegal("aligned outer level",
                () -> vis.accumulate(1, 0, Shape.strided(2, new long[]{4, 3}, new long[]{2, 10}), doubles, ones, 0,
                        Shape.contiguous(24)),
                "level 1 of the target has a stride of 10 bytes, which is not a multiple of 8");
        assertIllegal("aligned entry",
                () -> vis.accumulate(1, 8, Shape.indexed(8, new long[]{24, 13}), doubles, ones, 0, two),
                "entry 1 of the target, at offset 8 + 13, is not at a multiple of 8");
        assertIllegal("overlap", () -> vis.accumulate(1, 0, Shape.chunked(8, 2, 0), doubles, ones, 0, two), "twice");
        assertIllegal("rank", () -> vis.accumulate(-1, 0, two, doubles, ones, 0, two), "rank -1");
        assertIllegal("range", () -> vis.accumulate(1, SEGMENT - 8, two, doubles, ones, 0, two), "outside the segment");
        assertIllegal("source", () -> vis.accumulate(1, 0, two, doubles, ones, 504, two), "local memory of 512");
        assertIllegal("flags", () -> vis.accumulate(1, 0, two, doubles, ones, 0, two, 1 << 30), "flag");
        assertIllegal("group", () -> vis.accumulateNb(1, 0, two, doubles, ones, 0, two, LocalCompletion.GROUP),
                "GROUP");
        assertIllegal("event", () -> vis.accumulateNbi(1, 0, two, doubles, ones, 0, two, LocalCompletion.event()),
                "event");
        // nothing is nothing, wherever it is
        vis.accumulate(-1, -1, Shape.contiguous(0), null, ones, 1000, Shape.chunked(8, 0, 3));
        // regions that follow each other are one; what a source has twice counts twice
        job.world().barrier();
        assertEquals(0, job.world().rma().getLong(job.rank(), 0));
        job.world().barrier();
        if (job.rank() == 0) {
            double[] source = {1, 2};
            vis.accumulate(1, 0, Shape.chunked(4, 6, 4), doubles, MemorySegment.ofArray(source), 0,
                    Shape.strided(8, new long[]{3}, new long[]{0}));
        }
        job.world().barrier();
        double[] found = new double[4];
        job.world().rma().get(found, 0, 1, 0, 4);
        assertEquals("[1.0, 1.0, 1.0, 0.0]", Arrays.toString(found));
        job.world().barrier();
    }

    /**
     * Loops fail while they have a lock, at their source, truncated; the lock is given back. Long enough for them to be
     * compiled.
     */
    @RankTest(ranks = 1)
    void shouldSurviveATruncatedSourceAndGiveTheBlockBack(Job job) throws IOException {
        Vis vis = Vis.of(job.world());
        int bytes = 16 << 10;
        Shape[] shapes = {Shape.contiguous(bytes / 2), Shape.chunked(8, bytes / 16, 16),
            Shape.chunked(64, bytes / 128, 128), Shape.chunked(4096, bytes / 8192, 8192)};
        Scale[] scales = {Scale.ofInt(2), Scale.ofLong(2), Scale.ofFloat(2), Scale.ofDouble(2),
            Scale.ofComplexDouble(1, 2)};
        try (FileChannel file = FileChannel.open(Files.createTempFile("source", null), StandardOpenOption.READ,
                StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            file.write(ByteBuffer.allocate(bytes));
            MemorySegment source = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
            for (int round = 0; round < 400; round++) {
                Shape shape = shapes[round / 20 % shapes.length];
                // elements of 16 bytes are none of single words
                Scale scale = round / 20 % shapes.length == 1 ? Scale.ofDouble(2) : scales[round % scales.length];
                if (round % 20 == 19) {
                    file.truncate(4096);
                    assertThrows(InternalError.class, () -> vis.accumulate(0, 0, shape, scale, source, 0, shape));
                    file.write(ByteBuffer.allocate(bytes - 4096), 4096);
                }
                vis.accumulate(0, 0, shape, scale, source, 0, shape);
            }
        }
    }

    /**
     * Somebody closes a source again and again while it is read: some calls are refused, some stop, none keeps a lock.
     */
    @RankTest(ranks = 1)
    void shouldGiveTheBlockBackWhenTheSourceIsClosed(Job job) {
        Vis vis = Vis.of(job.world());
        // short runs are added one by one, long ones by vectors
        Shape[] shapes = {Shape.chunked(64, 512, 128), Shape.chunked(4096, 8, 8192)};
        int stopped = 0;
        for (int round = 0; round < 200; round++) {
            Shape shape = shapes[round % 2];
            Arena arena = Arena.ofShared();
            MemorySegment source = arena.allocate(64 << 10);
            Thread closer = Thread.ofPlatform().start(() -> close(arena));
            try {
                while (true) {
                    vis.accumulate(0, 0, shape, Scale.ofDouble(1), source, 0, shape);
                }
            } catch (RuntimeException e) {
                stopped++;
            }
            job.blockUntil(() -> !closer.isAlive());
            Accumulator.of(job.world()).accumulateDoubles(0, 0, new double[]{1}, 0, 1, 1);
        }
        assertEquals(200, stopped);
    }

    private static void close(Arena arena) {
        while (arena.scope().isAlive()) {
            try {
                arena.close();
            } catch (IllegalStateException e) {
                Thread.onSpinWait(); // in use just now
            }
        }
    }

    /** A rank that waits for a word of its own is woken. */
    @RankTest
    void shouldWakeWhoWaitsForASum(Job job) {
        job.waitMode(WaitMode.BLOCK);
        Vis vis = Vis.of(job.world());
        MemorySegment source = MemorySegment.ofArray(new long[]{1, 7, 1});
        Shape two = Shape.chunked(8, 2, 16);
        int peer = 1 - job.rank();
        for (int round = 1; round <= 100; round++) {
            if (job.rank() == 0) {
                vis.accumulate(peer, 0, two, Scale.ofLong(1), source, 0, two);
            }
            job.endpoint().words().waitUntilLong(0, WaitCondition.GE, round);
            if (job.rank() == 1) {
                vis.accumulate(peer, 0, two, Scale.ofLong(1), source, 0, two);
            }
        }
        job.world().barrier();
    }
}
