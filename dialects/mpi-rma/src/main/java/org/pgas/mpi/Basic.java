package org.pgas.mpi;

/** The elements that predefined datatypes stand for. Descriptions of types name them by their ordinals. */
enum Basic {
    BYTE(1, 1), INT8(1, 1), UINT8(1, 1), BOOLEAN(1, 1), CHAR(2, 2), SHORT(2, 2), UINT16(2, 2), INT(4, 4), UINT32(4, 4),
    LONG(8, 8), UINT64(8, 8), FLOAT(4, 4), DOUBLE(8, 8), FLOAT_COMPLEX(8, 4), DOUBLE_COMPLEX(16, 8),
    // pairs of a value and an int, laid out as C does
    FLOAT_INT(8, 8, FLOAT, INT), DOUBLE_INT(12, 16, DOUBLE, INT), LONG_INT(12, 16, LONG, INT),
    SHORT_INT(8, 8, SHORT, INT), TWO_INT(8, 8, INT, INT);

    /** From the first byte to the last, gaps included: what an accumulate takes as one element. */
    final int span;

    final int extent;

    /** What C aligns it to. */
    final int alignment;

    /** Bytes of data, without the gap of {@link #SHORT_INT}. */
    final int bytes;

    /** Of a pair, its first element, at offset 0; else null. */
    final Basic first;

    /** Of a pair, its second element, which ends where the pair ends; else null. */
    final Basic second;

    Basic(int span, int alignment) {
        this.span = span;
        this.extent = span;
        this.alignment = alignment;
        this.bytes = span;
        this.first = null;
        this.second = null;
    }

    Basic(int span, int extent, Basic first, Basic second) {
        this.span = span;
        this.extent = extent;
        this.alignment = Math.max(first.alignment, second.alignment);
        this.bytes = first.span + second.span;
        this.first = first;
        this.second = second;
    }

    boolean isPair() {
        return first != null;
    }

    /** Of a pair: where its second element lies. */
    int secondOffset() {
        return span - second.span;
    }
}
