package org.pgas.bytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import net.openhft.chronicle.bytes.Bytes;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * Finds the type of a value by its class, and of bytes by their number; the part of a registry that its types know. The
 * types are put in before anybody else sees it, and never change.
 */
final class Values {
    private static final int MOST_DEPTH = 64;

    private final IdentityHashMap<Class<?>, ValueType> byClass = new IdentityHashMap<>();
    private final List<String> names = new ArrayList<>();
    private ValueType[] byNumber = new ValueType[BuiltInTypes.COUNT];
    private long fingerprint;
    private short mark;

    /** What {@link #byClass} says, and of classes that stand for an interface or are arrays what they are. */
    private final ClassValue<ValueType> found = new ClassValue<>() {
        @Override
        protected ValueType computeValue(Class<?> type) {
            return find(type);
        }
    };

    Values() {
        for (ValueType type : BuiltInTypes.all(this)) {
            byNumber[type.number()] = type;
            if (type.type() != null) {
                byClass.put(type.type(), type);
            }
        }
    }

    /** Adds the type with the next number. */
    void add(ValueType type) {
        byNumber = Arrays.copyOf(byNumber, byNumber.length + 1);
        byNumber[type.number()] = type;
        byClass.put(type.type(), type);
        names.add(type.type().getName());
    }

    int nextNumber() {
        return byNumber.length;
    }

    boolean has(Class<?> type) {
        return byClass.containsKey(type);
    }

    void fingerprint(long newFingerprint) {
        fingerprint = newFingerprint;
        // never 0, so that zeroed memory is no value
        short folded = (short) (newFingerprint ^ newFingerprint >>> 16 ^ newFingerprint >>> 32 ^ newFingerprint >>> 48);
        mark = folded == 0 ? 1 : folded;
    }

    long fingerprint() {
        return fingerprint;
    }

    short mark() {
        return mark;
    }

    List<String> names() {
        return names;
    }

    /** Writes a value that lies in {@code depth} others. */
    void write(Object value, Bytes<?> out, int depth) {
        if (value == null) {
            out.writeByte((byte) BuiltInTypes.NULL);
            return;
        }
        if (depth > MOST_DEPTH) {
            throw tooDeep(value);
        }
        found.get(value.getClass()).write(value, out, depth);
    }

    Object read(Bytes<?> in, int depth) {
        if (depth > MOST_DEPTH) {
            throw garbage("values are nested deeper than " + MOST_DEPTH);
        }
        return typeOf(Numbers.readUnsigned(in)).read(in, depth);
    }

    private ValueType typeOf(long number) {
        if (number < 0 || number >= byNumber.length) {
            throw garbage("no type has number " + number);
        }
        return byNumber[(int) number];
    }

    /** Writes what the elements of an array are. */
    void writeElementType(Class<?> type, Bytes<?> out) {
        Class<?> innermost = type;
        for (; isObjectArray(innermost); innermost = innermost.getComponentType()) {
            out.writeByte((byte) BuiltInTypes.ARRAY);
        }
        ValueType known = byClass.get(innermost);
        if (known == null) {
            throw unregistered(innermost,
                    "the element type of an array is a registered class, Object, or one that is always in");
        }
        Numbers.writeUnsigned(out, known.number());
    }

    Class<?> readElementType(Bytes<?> in) {
        int dimensions = 0;
        long number = Numbers.readUnsigned(in);
        for (; number == BuiltInTypes.ARRAY; number = Numbers.readUnsigned(in)) {
            if (++dimensions > MOST_DEPTH) {
                throw garbage("an array has more than " + MOST_DEPTH + " dimensions");
            }
        }
        Class<?> type = typeOf(number).type();
        if (type == null) {
            throw garbage("type number " + number + " is not that of the elements of an array");
        }
        for (; dimensions > 0; dimensions--) {
            type = type.arrayType();
        }
        return type;
    }

    private static boolean isObjectArray(Class<?> type) {
        return type.isArray() && !type.getComponentType().isPrimitive();
    }

    private ValueType find(Class<?> type) {
        ValueType exact = byClass.get(type);
        if (exact != null && type != Object.class) {
            return exact;
        }
        if (isObjectArray(type)) {
            return byNumber[BuiltInTypes.ARRAY];
        }
        if (Enum.class.isAssignableFrom(type) && byClass.containsKey(type.getSuperclass())) {
            return byClass.get(type.getSuperclass()); // a constant with a body
        }
        for (Class<?> common : List.of(List.class, Set.class, Map.class, Optional.class)) {
            if (common.isAssignableFrom(type)) {
                return byClass.get(common);
            }
        }
        return new UnregisteredType(type);
    }

    /** A length that was read, of what takes at least {@code least} bytes each. */
    static int checkLength(long length, int least, Bytes<?> in) {
        if (length < 0 || length > in.readRemaining() / least) {
            throw garbage("a length of " + length + ", at least " + least + " bytes each, is more than the "
                    + in.readRemaining() + " bytes that are left");
        }
        return (int) length;
    }

    static PgasException garbage(String why) {
        return garbage(why, null);
    }

    static PgasException garbage(String why, Throwable cause) {
        return Refusals.OF_NO_RANK.bad("TypeRegistry.read", why, cause);
    }

    static PgasException unregistered(Class<?> type, String remedy) {
        return Refusals.OF_NO_RANK.bad("TypeRegistry.write", type.getTypeName() + " is not registered: " + remedy);
    }

    private static PgasException tooDeep(Object value) {
        return Refusals.OF_NO_RANK.bad("TypeRegistry.write", "a value of " + value.getClass().getName()
                + " lies in more than " + MOST_DEPTH
                + " others: values are trees, so one that contains itself needs a form without the cycle, and a "
                + "long chain a list or a codec (TypeRegistry.Builder.codec)");
    }

    /** Stands for a class that nobody registered. */
    private static final class UnregisteredType extends ValueType {
        UnregisteredType(Class<?> type) {
            super(-1, type);
        }

        @Override
        void write(Object value, Bytes<?> out, int depth) {
            Class<?> type = type();
            String call = type.isRecord() ? "record(" + type.getSimpleName() + ".class)"
                    : value instanceof Enum<?> constant
                            ? "enumeration(" + constant.getDeclaringClass().getSimpleName() + ".class)"
                            : "codec(" + type.getSimpleName() + ".class, ...)";
            throw unregistered(value instanceof Enum<?> constant ? constant.getDeclaringClass() : type,
                    "add " + call + " to the registry's builder, on all ranks");
        }

        @Override
        Object read(Bytes<?> in, int depth) {
            throw new AssertionError();
        }
    }
}
