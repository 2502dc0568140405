package org.pgas.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

import org.junit.jupiter.api.Test;

/** Connections by their numbers. */
class NumbersTest {
    private final Numbers numbers = new Numbers();

    private UcxCarrier made() {
        long number = numbers.next();
        assertNotEquals(0, number);
        UcxCarrier carrier = new UcxCarrier(null, number, new byte[0], 0);
        numbers.put(number, carrier);
        return carrier;
    }

    @Test
    void eachIsFoundByItsOwnNumber() {
        List<UcxCarrier> carriers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            carriers.add(made());
        }
        assertEquals(1_000, new HashSet<>(carriers.stream().map(UcxCarrier::number).toList()).size());
        for (UcxCarrier each : carriers) {
            assertSame(each, numbers.find(each.number()));
        }
    }

    @Test
    void aNumberThatWasNotToldFindsNobody() {
        UcxCarrier carrier = made();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertNull(numbers.find(carrier.number() ^ 1L << bit), "bit " + bit);
        }
        assertNull(numbers.find(0));
        assertNull(numbers.find(-1));
    }

    @Test
    void aNumberThatWasGivenBackFindsNobodyThoughItsPlaceIsTaken() {
        UcxCarrier former = made();
        numbers.remove(former.number());
        assertNull(numbers.find(former.number()));
        UcxCarrier next = made();
        assertEquals(former.number() & 0xFFFFF, next.number() & 0xFFFFF, "the place is used again");
        assertNull(numbers.find(former.number()));
        assertSame(next, numbers.find(next.number()));
    }
}
