package org.pgas.arrays;

/**
 * What the parts of a distribution have of a range of elements, in even pieces: of each part whole blocks, and what is
 * cut off at both ends. One piece is shown at a time. An object for many ranges, one after the other, by one thread at
 * a time, so that none is made for a transfer.
 */
final class Stretches {
    private Distribution dealt;
    private long from;
    private long count;

    /** Blocks: those of the first and the last element, and those that the range has whole. */
    private long first;
    private long last;
    private long wholeFrom;
    private long wholeTo;

    /** How many blocks are cut off in front, 0 or 1. */
    private int cutInFront;
    private int pieces;

    /** The part that has the piece that is shown. */
    int part;

    /** Where it begins, counted from the range's first element. */
    long at;

    /** Where it begins in the memory of the part, where its elements lie one behind the other. */
    long local;

    /**
     * It has {@link #blocks} blocks of {@code length} elements, which begin {@link #step} elements apart in the range.
     */
    long length;
    long blocks;
    long step;

    /** Takes up another range, of 1 element or more. */
    void cut(Distribution distribution, long firstElement, long elements) {
        dealt = distribution;
        from = firstElement;
        count = elements;
        first = dealt.blockOf(from);
        last = dealt.blockOf(from + count - 1);
        if (first == last || dealt.ranks() == 1) {
            wholeFrom = last + 1;
            wholeTo = last;
            cutInFront = 1;
            pieces = 1;
            return;
        }
        long size = dealt.blockSize();
        wholeFrom = from == first * size ? first : first + 1;
        wholeTo = from + count == (last + 1) * size ? last : last - 1;
        cutInFront = wholeFrom > first ? 1 : 0;
        pieces = cutInFront + Math.clamp(wholeTo - wholeFrom + 1, 0, dealt.ranks()) + (wholeTo < last ? 1 : 0);
    }

    /** How many pieces the range has. */
    int pieces() {
        return pieces;
    }

    /** Shows piece {@code number}, from 0 on. */
    void show(int number) {
        long size = dealt.blockSize();
        if (number < cutInFront) {
            showOne(first, 0, dealt.local(from), pieces == 1 ? count : wholeFrom * size - from);
        } else if (number == pieces - 1 && wholeTo < last) {
            long start = last * size;
            showOne(last, start - from, dealt.local(start), from + count - start);
        } else {
            long block = wholeFrom + number - cutInFront;
            showOne(block, block * size - from, dealt.local(block * size), size);
            blocks = (wholeTo - block) / dealt.ranks() + 1;
            step = size * dealt.ranks();
        }
    }

    private void showOne(long block, long place, long placeInPart, long elements) {
        part = dealt.partOfBlock(block);
        at = place;
        local = placeInPart;
        length = elements;
        blocks = 1;
        step = 0;
    }

    /** How many elements the piece has. */
    long elements() {
        return length * blocks;
    }
}
