package org.pgas.pshm;

import java.util.ArrayList;
import java.util.List;

/** Assigns offsets to the fields of a shared structure, one after the other, and draws the table of the result. */
final class Layout {
    private record Field(int offset, int bytes, String name) {}

    private final List<Field> fields = new ArrayList<>();
    private int length;

    int int32(String name) {
        return field(name, 4, 4);
    }

    int int64(String name) {
        return field(name, 8, 8);
    }

    int text(String name, int bytes) {
        return field(name, bytes, 1);
    }

    /** Starts the next field at a multiple of {@code boundary}, so that no line has it and the one before. */
    Layout alignTo(int boundary) {
        length = Math.ceilDiv(length, boundary) * boundary;
        return this;
    }

    /** Leaves bytes to somebody else. */
    Layout skip(String name, int bytes) {
        field(name, bytes, 1);
        return this;
    }

    int length() {
        return length;
    }

    private int field(String name, int bytes, int alignment) {
        alignTo(alignment);
        int offset = length;
        fields.add(new Field(offset, bytes, name));
        length += bytes;
        return offset;
    }

    /** One line per field: offset, bytes, name; then the length. */
    String toTable() {
        // here, and not in every process that starts: what formats numbers takes long to load
        StringBuilder table = new StringBuilder();
        for (Field each : fields) {
            table.append(String.format("%5d %5d  %s%n", each.offset, each.bytes, each.name));
        }
        return table + String.format("%5d        (end)%n", length);
    }
}
