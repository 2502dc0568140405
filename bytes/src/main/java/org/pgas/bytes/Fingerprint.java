package org.pgas.bytes;

import java.lang.reflect.RecordComponent;

/** A hash (FNV-1a, 64 bits) of the form of values: kinds, class names, components and constants, in their order. */
final class Fingerprint {
    private long value = 0xcbf29ce484222325L;

    /** {@code kind} says how values are written: a record may have a codec instead. */
    void add(String kind, Class<?> type) {
        add(kind);
        add(type.getName());
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                add(component.getName());
                add(component.getType().getName());
            }
        }
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                add(((Enum<?>) constant).name());
            }
        }
    }

    private void add(String text) {
        for (int at = 0; at < text.length(); at++) {
            add(text.charAt(at));
        }
        add('\0');
    }

    private void add(char character) {
        value = (value ^ character) * 0x100000001b3L;
    }

    long value() {
        return value;
    }
}
