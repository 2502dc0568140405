package org.pgas.upc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.pgas.upc.SharedLayoutTest.assertRefused;

import org.junit.jupiter.api.Test;
import org.pgas.GlobalPointer;

class SharedPointerTest {
    private static final int[] BLOCK_SIZES = {0, 1, 2, 3, 7, 64, 1000};
    private static final int MOST = 40;
    private static final int SIZE = 12;

    private static String parts(SharedPointer pointer) {
        return pointer.thread() + " " + pointer.phase() + " " + pointer.addrfield();
    }

    /** From any element to any other, also behind the end of what the array has. */
    @Test
    void shouldLeadFromAnyElementToAnyOther() {
        for (int threads = 1; threads <= 5; threads++) {
            for (int blockSize : BLOCK_SIZES) {
                SharedLayout layout = new SharedLayout(threads, SIZE, blockSize);
                DealtArray dealt = new DealtArray(layout, MOST);
                int first = blockSize == 0 ? threads - 1 : 0;
                for (int from = 0; from < MOST; from++) {
                    for (int to = 0; to < MOST; to++) {
                        checkPair(dealt, from, to, first);
                    }
                }
            }
        }
    }

    private static void checkPair(DealtArray dealt, int from, int to, int first) {
        SharedPointer here = dealt.pointer(from, 160, first);
        SharedPointer there = dealt.pointer(to, 160, first);
        String text = dealt.layout + " from " + from + " to " + to;
        assertEquals(parts(there), parts(here.add(to - from)), text);
        assertEquals(parts(there), parts(here.subtract(from - to)), text);
        assertEquals(to - from, there.distance(here), text);
        assertEquals(Integer.signum(Integer.compare(to, from)), there.compareTo(here), text);
        assertEquals(from == to, there.equals(here), text);
        assertEquals(GlobalPointer.of(there.thread(), there.addrfield()), there.address(), text);
    }

    @Test
    void shouldBeEqualByThreadAndAddressWhateverThePhase() {
        SharedLayout blocks = new SharedLayout(3, 8, 4);
        SharedPointer element = SharedPointer.of(blocks, 2, 3, 64);
        SharedPointer reset = element.resetPhase();
        assertEquals(0, reset.phase());
        assertEquals(element, reset);
        assertEquals(element.hashCode(), reset.hashCode());
        assertSame(reset, reset.resetPhase());
        assertNotEquals(element, SharedPointer.of(blocks, 1, 3, 64));
        assertNotEquals(element, SharedPointer.of(blocks, 2, 3, 72));
        assertEquals("2 0 96", parts(reset.add(12)), "as if a block began there: a row of 12 elements on");
        assertEquals("0 0 72", parts(element.add(1)));
    }

    @Test
    void shouldLosePhaseInACastToAnotherLayout() {
        SharedLayout blocks = new SharedLayout(3, 8, 4);
        SharedPointer element = SharedPointer.of(blocks, 2, 3, 64);
        assertSame(element, element.castTo(new SharedLayout(3, 8, 4)));
        SharedPointer bytes = element.castTo(new SharedLayout(3, 1, 0));
        assertEquals("2 0 64", parts(bytes));
        assertEquals("2 0 69", parts(bytes.add(5)));
        assertEquals("2 0 64", parts(SharedPointer.of(blocks, element.address())));
        assertRefused("different layouts: cast", () -> element.distance(bytes));
    }

    @Test
    void shouldRefuseWhatLeadsNowhere() {
        SharedLayout blocks = new SharedLayout(3, 8, 4);
        SharedLayout all = new SharedLayout(3, 8, 0);
        SharedPointer first = SharedPointer.of(blocks, 0, 0, 16);
        assertRefused("add: -25 elements", () -> first.add(-25));
        assertRefused("leave the offsets", () -> first.add(1L << 60));
        assertRefused("leave the offsets", () -> first.add(Long.MAX_VALUE));
        assertRefused("leave the offsets", () -> first.subtract(Long.MIN_VALUE));
        assertRefused("leave the offsets", () -> SharedPointer.of(all, 1, 0, 0).add(-1));
        assertRefused("not in one array", () -> first.distance(SharedPointer.of(blocks, 0, 0, 24)));
        assertRefused("not in one array",
                () -> SharedPointer.of(all, 0, 0, 24).distance(SharedPointer.of(all, 1, 0, 24)));
        assertRefused("not in one array",
                () -> SharedPointer.of(all, 0, 0, 24).compareTo(SharedPointer.of(all, 0, 0, 20)));
        assertRefused("thread 3 is outside 0..2", () -> SharedPointer.of(blocks, 3, 0, 0));
        assertRefused("phase 4 is outside 0..3", () -> SharedPointer.of(blocks, 0, 4, 64));
        assertRefused("phase 1 is outside 0..0", () -> SharedPointer.of(all, 0, 1, 64));
        assertRefused("address field 8 is outside 16..", () -> SharedPointer.of(blocks, 0, 2, 8));
        assertRefused("null", () -> SharedPointer.of(blocks, GlobalPointer.NULL));
    }
}
