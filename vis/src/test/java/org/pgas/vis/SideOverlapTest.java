package org.pgas.vis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.pgas.regions.CopyPlan;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** What two shapes are to each other: whether they meet in one memory, and the plan that they share. */
@Seeded
class SideOverlapTest {
    private static Shape random(SplittableRandom random) {
        if (random.nextBoolean()) {
            return Shape.strided(random.nextInt(1, 4), new long[]{random.nextInt(4), random.nextInt(1, 4)},
                    new long[]{random.nextInt(-12, 13), random.nextInt(-12, 13)});
        }
        long[] offsets = random.longs(random.nextInt(6), -20, 20).toArray();
        return Shape.vector(offsets, random.longs(offsets.length, 0, 4).toArray());
    }

    @Test
    void shouldFindExactlyTheSourcesThatMeetATarget() {
        SplittableRandom random = Seed.of("sides");
        int meeting = 0;
        int apart = 0;
        while (meeting + apart < 5000) {
            Shape source = random(random);
            Shape target = random(random);
            if (target.overlap().isEmpty()) {
                long distance = random.nextInt(-30, 31);
                long[] written = Offsets.of(target);
                boolean expected = Arrays.stream(Offsets.of(source)).map(offset -> offset + distance)
                        .anyMatch(offset -> LongStream.of(written).anyMatch(other -> other == offset));
                long found = SideOverlap.find(source.regions(), target.regions(), distance);
                assertEquals(expected, found != SideOverlap.NONE, () -> source + " and " + target + " at " + distance);
                if (expected) {
                    meeting++;
                    assertTrue(found < source.regionCount());
                } else {
                    apart++;
                }
            }
        }
        assertTrue(meeting > 200 && apart > 200, meeting + " meet, " + apart + " do not");
    }

    @Test
    void shouldUseThePlanOfTwoShapesAgain() {
        Shape rows = Shape.chunked(16, 10, 64);
        Shape columns = Shape.strided(8, new long[]{10, 2}, new long[]{8, 800});
        CopyPlan plan = rows.planTo(columns);
        assertSame(plan, rows.planTo(columns));
        // one shape with several in turn: each of these keeps its own
        Shape other = Shape.chunked(32, 5, 64);
        CopyPlan otherPlan = other.planTo(columns);
        assertNotSame(plan, otherPlan);
        assertSame(plan, rows.planTo(columns));
        assertSame(otherPlan, other.planTo(columns));
        assertNotSame(plan, columns.planTo(rows));
    }

    @Test
    void shouldKnowARegionThatIsMadeAnewForEachTransfer() {
        Shape rows = Shape.chunked(16, 10, 64);
        CopyPlan packing = rows.planTo(Shape.contiguous(160));
        assertSame(packing, rows.planTo(Shape.contiguous(160)));
        assertNotSame(packing, rows.planTo(Shape.contiguous(160).at(8)));
        CopyPlan unpacking = Shape.contiguous(160).planTo(rows);
        assertSame(unpacking, Shape.contiguous(160).planTo(rows));
        assertNotSame(unpacking, Shape.contiguous(160).at(8).planTo(rows));
    }
}
