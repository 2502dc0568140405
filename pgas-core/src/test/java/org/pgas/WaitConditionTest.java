package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.pgas.wait.WordWait;

/** The fourteen conditions against an oracle in unbounded integers, for words of both widths. */
class WaitConditionTest {
    private static final long[] BOUNDARIES = {0, 1, 2, -1, -2, 5, 10, Byte.MAX_VALUE, Integer.MAX_VALUE,
        Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, 1L + Integer.MAX_VALUE,
        Integer.MIN_VALUE - 1L, 0xFFFF_FFFFL, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1,
        0x5555_5555_5555_5555L, 0xAAAA_AAAA_AAAA_AAAAL};

    private final Seed seed = new Seed();

    /** What the table in the documents says, of numbers of {@code bits} bits. */
    private static boolean oracle(WaitCondition condition, long datum, long value, int bits) {
        BigInteger x = BigInteger.valueOf(datum);
        BigInteger v = BigInteger.valueOf(value);
        BigInteger size = BigInteger.ONE.shiftLeft(bits);
        BigInteger ux = x.mod(size);
        BigInteger uv = v.mod(size);
        return switch (condition.name()) {
            case "NE" -> !x.equals(v);
            case "EQ" -> x.equals(v);
            case "LT" -> x.compareTo(v) < 0;
            case "GE" -> x.compareTo(v) >= 0;
            case "LE" -> x.compareTo(v) <= 0;
            case "GT" -> x.compareTo(v) > 0;
            case "LTU" -> ux.compareTo(uv) < 0;
            case "GEU" -> ux.compareTo(uv) >= 0;
            case "LEU" -> ux.compareTo(uv) <= 0;
            case "GTU" -> ux.compareTo(uv) > 0;
            case "ALL" -> ux.and(uv).equals(uv);
            case "NALL" -> !ux.and(uv).equals(uv);
            case "ANY" -> ux.and(uv).signum() != 0;
            case "NONE" -> ux.and(uv).signum() == 0;
            default -> throw new AssertionError(condition);
        };
    }

    private void check(long datum, long value) {
        for (WaitCondition condition : WaitCondition.values()) {
            assertEquals(oracle(condition, datum, value, 64), condition.holds(datum, value),
                    () -> datum + " " + condition + " " + value + "; " + seed);
            int x = (int) datum;
            int v = (int) value;
            assertEquals(oracle(condition, x, v, 32), condition.holds(x, v),
                    () -> "ints " + x + " " + condition + " " + v + "; " + seed);
        }
    }

    @Test
    void thereAreTheFourteenOfTheDocument() {
        List<String> names = new ArrayList<>();
        for (WaitCondition condition : WaitCondition.values()) {
            names.add(condition.name());
        }
        assertEquals(List.of("NE", "EQ", "LT", "GE", "LE", "GT", "LTU", "GEU", "LEU", "GTU", "ALL", "NALL", "ANY",
                "NONE"), names);
    }

    @Test
    void conditionsAgreeWithTheOracleAtTheBoundaries() {
        for (long datum : BOUNDARIES) {
            for (long value : BOUNDARIES) {
                check(datum, value);
            }
        }
    }

    @Test
    void conditionsAgreeWithTheOracleAnywhere() {
        Random random = seed.random();
        for (int round = 0; round < 20_000; round++) {
            long datum = random.nextLong() >> random.nextInt(64);
            check(datum, random.nextInt(4) == 0 ? datum : random.nextLong() >>> random.nextInt(64));
        }
    }

    @Test
    void messagesShowNumbersAsTheConditionSeesThem() {
        assertEquals("-1", WordWait.text(WaitCondition.GE, -1, 4));
        assertEquals("-1", WordWait.text(WaitCondition.EQ, -1, 8));
        assertEquals("4294967295", WordWait.text(WaitCondition.LTU, -1, 4));
        assertEquals("18446744073709551615", WordWait.text(WaitCondition.GTU, -1, 8));
        assertEquals("0xffffffff", WordWait.text(WaitCondition.ALL, -1, 4));
        assertEquals("0xffffffffffffffff", WordWait.text(WaitCondition.NONE, -1, 8));
    }
}
