package org.pgas.bytes;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import net.openhft.chronicle.bytes.Bytes;

/** The types that every registry has. Their numbers are part of the form. */
final class BuiltInTypes {
    static final int NULL = 0;
    static final int ARRAY = 24;

    /** One more than the last number: the first registered type has it. */
    static final int COUNT = 26;

    private static final int FALSE = 1;
    private static final int TRUE = 2;

    private BuiltInTypes() {}

    private interface Writer<T> {
        void write(T value, Bytes<?> out, int depth);
    }

    private interface Reader<T> {
        T read(Bytes<?> in, int depth);
    }

    private static final class Simple<T> extends ValueType {
        private final Writer<T> writer;
        private final Reader<T> reader;

        Simple(int number, Class<T> type, Writer<T> writer, Reader<T> reader) {
            super(number, type);
            this.writer = writer;
            this.reader = reader;
        }

        @Override
        @SuppressWarnings("unchecked") // found by the class of the value
        void write(Object value, Bytes<?> out, int depth) {
            out.writeByte((byte) number());
            writer.write((T) value, out, depth);
        }

        @Override
        Object read(Bytes<?> in, int depth) {
            return reader.read(in, depth);
        }
    }

    /** Two numbers, one for each value; the first has the class. */
    private static final class Truth extends ValueType {
        private final boolean truth;

        Truth(int number, Class<?> type, boolean truth) {
            super(number, type);
            this.truth = truth;
        }

        @Override
        void write(Object value, Bytes<?> out, int depth) {
            out.writeByte((byte) ((Boolean) value ? TRUE : FALSE));
        }

        @Override
        Object read(Bytes<?> in, int depth) {
            return truth;
        }
    }

    static List<ValueType> all(Values values) {
        List<ValueType> all = new ArrayList<>(COUNT);
        all.add(new Simple<Object>(NULL, null, (value, out, depth) -> {}, (in, depth) -> null));
        all.add(new Truth(FALSE, Boolean.class, false));
        all.add(new Truth(TRUE, null, true));
        all.add(new Simple<>(3, Byte.class, (v, out, depth) -> out.writeByte(v), (in, depth) -> in.readByte()));
        all.add(new Simple<>(4, Short.class, (v, out, depth) -> out.writeShort(v), (in, depth) -> in.readShort()));
        all.add(new Simple<>(5, Character.class, (v, out, depth) -> Components.writeChar(out, depth, v),
                Components::readChar));
        all.add(new Simple<>(6, Integer.class, (v, out, depth) -> Components.writeInt(out, depth, v),
                Components::readInt));
        all.add(new Simple<>(7, Long.class, (v, out, depth) -> Components.writeLong(out, depth, v),
                Components::readLong));
        all.add(new Simple<>(8, Float.class, (v, out, depth) -> out.writeFloat(v), (in, depth) -> in.readFloat()));
        all.add(new Simple<>(9, Double.class, (v, out, depth) -> out.writeDouble(v), (in, depth) -> in.readDouble()));
        all.add(new Simple<>(10, String.class, (v, out, depth) -> Components.writeString(out, depth, v),
                Components::readString));
        all.add(new Simple<>(11, boolean[].class, PrimitiveArrays::write, PrimitiveArrays::readBooleans));
        all.add(new Simple<>(12, byte[].class, PrimitiveArrays::write, PrimitiveArrays::readBytes));
        all.add(new Simple<>(13, short[].class, PrimitiveArrays::write, PrimitiveArrays::readShorts));
        all.add(new Simple<>(14, char[].class, PrimitiveArrays::write, PrimitiveArrays::readChars));
        all.add(new Simple<>(15, int[].class, PrimitiveArrays::write, PrimitiveArrays::readInts));
        all.add(new Simple<>(16, long[].class, PrimitiveArrays::write, PrimitiveArrays::readLongs));
        all.add(new Simple<>(17, float[].class, PrimitiveArrays::write, PrimitiveArrays::readFloats));
        all.add(new Simple<>(18, double[].class, PrimitiveArrays::write, PrimitiveArrays::readDoubles));
        all.add(new Simple<>(19, List.class, (list, out, depth) -> writeAll(values, list, out, depth),
                (in, depth) -> readAll(values, new ArrayList<>(), in, depth)));
        all.add(new Simple<>(20, Set.class, (set, out, depth) -> writeAll(values, set, out, depth),
                (in, depth) -> readAll(values, new LinkedHashSet<>(), in, depth)));
        all.add(new Simple<>(21, Map.class, (map, out, depth) -> writeMap(values, map, out, depth),
                (in, depth) -> readMap(values, in, depth)));
        all.add(new Simple<>(22, Optional.class,
                (optional, out, depth) -> values.write(contents(optional), out, depth + 1),
                (in, depth) -> Optional.ofNullable(values.read(in, depth + 1))));
        all.add(new Simple<Object>(ARRAY, null, (array, out, depth) -> writeArray(values, (Object[]) array, out, depth),
                (in, depth) -> readArray(values, in, depth)));
        // 23 and 25 are in no value by themselves; 25 is the element type of an array of anything
        all.add(new Simple<Object>(23, null, (v, out, depth) -> {}, (in, depth) -> {
            throw Values.garbage("no type has number 23");
        }));
        all.add(new Simple<>(25, Object.class, (v, out, depth) -> {}, (in, depth) -> {
            throw Values.garbage("type number 25 is that of elements only");
        }));
        return all;
    }

    private static Object contents(Optional<?> optional) {
        return optional.isPresent() ? optional.get() : null;
    }

    private static void writeAll(Values values, Collection<?> elements, Bytes<?> out, int depth) {
        int size = elements.size();
        Numbers.writeUnsigned(out, size);
        if (elements instanceof ArrayList<?> list) {
            // no iterator is allocated
            for (int at = 0; at < size; at++) {
                values.write(list.get(at), out, depth + 1);
            }
        } else {
            for (Object element : elements) {
                values.write(element, out, depth + 1);
            }
        }
    }

    /** The collection grows with what was read, not with what the length claims. */
    private static <C extends Collection<Object>> C readAll(Values values, C elements, Bytes<?> in, int depth) {
        for (int left = Values.checkLength(Numbers.readUnsigned(in), 1, in); left > 0; left--) {
            elements.add(values.read(in, depth + 1));
        }
        return elements;
    }

    private static void writeMap(Values values, Map<?, ?> map, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            values.write(entry.getKey(), out, depth + 1);
            values.write(entry.getValue(), out, depth + 1);
        }
    }

    private static Map<Object, Object> readMap(Values values, Bytes<?> in, int depth) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int left = Values.checkLength(Numbers.readUnsigned(in), 2, in); left > 0; left--) {
            map.put(values.read(in, depth + 1), values.read(in, depth + 1));
        }
        return map;
    }

    private static void writeArray(Values values, Object[] array, Bytes<?> out, int depth) {
        values.writeElementType(array.getClass().getComponentType(), out);
        Numbers.writeUnsigned(out, array.length);
        for (Object element : array) {
            values.write(element, out, depth + 1);
        }
    }

    private static Object[] readArray(Values values, Bytes<?> in, int depth) {
        Class<?> type = values.readElementType(in);
        List<Object> elements = readAll(values, new ArrayList<>(), in, depth);
        Object[] array = (Object[]) Array.newInstance(type, elements.size());
        for (int at = 0; at < array.length; at++) {
            array[at] = Components.cast(type, elements.get(at));
        }
        return array;
    }
}
