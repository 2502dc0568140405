package org.pgas.examples.gups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.math.BigInteger;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class RandomStreamTest {
    /** x^64 + x^2 + x + 1. */
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(64).or(BigInteger.valueOf(7));

    @Test
    void shouldBeThePowersOfXModuloThePolynomial() {
        BigInteger power = BigInteger.ONE;
        long number = RandomStream.at(0);
        for (int position = 0; position < 10_000; position++) {
            assertEquals(power.longValue(), number, "number " + position);
            power = power.shiftLeft(1);
            power = power.testBit(64) ? power.xor(MODULUS) : power;
            number = RandomStream.next(number);
        }
    }

    @Test
    void shouldFindEveryNumberWithoutThoseBeforeIt() {
        SplittableRandom random = Seed.of("positions");
        for (int i = 0; i < 100; i++) {
            long position = i < 10 ? 60L + i : random.nextLong(RandomStream.PERIOD);
            long number = RandomStream.at(position);
            for (int step = 1; step < 100; step++) {
                number = RandomStream.next(number);
                assertEquals(number, RandomStream.at(position + step), position + " and " + step);
            }
        }
    }

    @Test
    void shouldBeAtItsBeginAfterThePeriodAndNoPartOfIt() {
        assertEquals(1, RandomStream.at(RandomStream.PERIOD));
        assertEquals(RandomStream.at(77), RandomStream.at(RandomStream.PERIOD + 77));
        long left = RandomStream.PERIOD;
        for (long factor = 3; factor * factor <= left; factor += 2) {
            while (left % factor == 0) {
                left /= factor;
                assertNotEquals(1, RandomStream.at(RandomStream.PERIOD / factor), "factor " + factor);
            }
        }
        assertNotEquals(1, RandomStream.at(RandomStream.PERIOD / left), "factor " + left);
    }
}
