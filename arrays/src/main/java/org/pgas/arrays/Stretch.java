package org.pgas.arrays;

import java.util.ArrayList;
import java.util.List;

/**
 * What one part of a distribution has of a range of elements, or a piece of it, that is even: {@code blocks} blocks of {@code length} elements. In the range they
 * begin at {@code at} and are {@code step} apart; with the part they lie one behind the other from {@code local} on.
 */
record Stretch(int part, long at, long local, long length, long blocks, long step) {
    /** How many elements. */
    long elements() {
        return length * blocks;
    }

    /** Everything that the parts have of {@code count} elements, 1 or more, from {@code from} on: of each part whole blocks, and what is cut off at both ends. */
    static List<Stretch> of(Distribution dealt, long from, long count) {
        long first = dealt.blockOf(from);
        long last = dealt.blockOf(from + count - 1);
        if (first == last || dealt.ranks() == 1) {
            return List.of(new Stretch(dealt.partOfBlock(first), 0, dealt.local(from), count, 1, 0));
        }
        List<Stretch> found = new ArrayList<>();
        long size = dealt.blockSize();
        long wholeFrom = from == first * size ? first : first + 1;
        long wholeTo = from + count == (last + 1) * size ? last : last - 1;
        if (wholeFrom > first) {
            found.add(new Stretch(dealt.partOfBlock(first), 0, dealt.local(from), wholeFrom * size - from, 1, 0));
        }
        for (long block = wholeFrom; block <= wholeTo && block < wholeFrom + dealt.ranks(); block++) {
            long blocks = (wholeTo - block) / dealt.ranks() + 1;
            found.add(new Stretch(dealt.partOfBlock(block), block * size - from, dealt.local(block * size), size,
                    blocks, size * dealt.ranks()));
        }
        if (wholeTo < last) {
            long start = last * size;
            found.add(new Stretch(dealt.partOfBlock(last), start - from, dealt.local(start), from + count - start, 1,
                    0));
        }
        return found;
    }
}
