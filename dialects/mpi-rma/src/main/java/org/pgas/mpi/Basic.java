package org.pgas.mpi;

/** The elements that predefined datatypes stand for. */
enum Basic {
    BYTE(1, 1), INT8(1, 1), UINT8(1, 1), BOOLEAN(1, 1), CHAR(2, 2), SHORT(2, 2), UINT16(2, 2), INT(4, 4), UINT32(4, 4),
    LONG(8, 8), UINT64(8, 8), FLOAT(4, 4), DOUBLE(8, 8), FLOAT_COMPLEX(8, 8), DOUBLE_COMPLEX(16, 16),
    // pairs of a value and an int, laid out as C does
    FLOAT_INT(8, 8), DOUBLE_INT(12, 16), LONG_INT(12, 16), SHORT_INT(8, 8), TWO_INT(8, 8);

    /** From the first byte to the last, gaps included: what an accumulate takes as one element. */
    final int span;

    final int extent;

    Basic(int span, int extent) {
        this.span = span;
        this.extent = extent;
    }

    boolean isPair() {
        return ordinal() >= FLOAT_INT.ordinal();
    }
}
