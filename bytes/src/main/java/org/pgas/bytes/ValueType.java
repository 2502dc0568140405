package org.pgas.bytes;

import net.openhft.chronicle.bytes.Bytes;

/** What stands behind one type number: how values of one class are written and read. Immutable. */
abstract class ValueType {
    private final int number;
    private final Class<?> type;

    ValueType(int number, Class<?> type) {
        this.number = number;
        this.type = type;
    }

    /** What a value of this type begins with. */
    final int number() {
        return number;
    }

    /** What {@link #read} returns; the element type of an array of such values. */
    final Class<?> type() {
        return type;
    }

    /** Writes the number and the value; {@code depth} is how many values this one lies in. */
    abstract void write(Object value, Bytes<?> out, int depth);

    /** Reads a value. Its number has been read before. */
    abstract Object read(Bytes<?> in, int depth);
}
