package org.pgas.bytes;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import net.openhft.chronicle.bytes.BytesMarshallable;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/** What a builder was told, in its order. */
final class Registrations {
    /** Makes the type of a class that was registered. */
    private interface Maker {
        ValueType make(int number, Values values);
    }

    /** How a class was registered, and what makes its type. */
    private record Registered(String kind, Maker maker) {}

    private final Values builtIn = new Values();
    private final Map<Class<?>, Registered> registered = new LinkedHashMap<>();

    /** Those of {@link #registered} that are written component by component. */
    private final Set<Class<?>> records = new LinkedHashSet<>();

    void record(Class<? extends Record> type) {
        if (!type.isRecord()) {
            throw bad("record", type, "is no record");
        }
        put("record", type, (number, values) -> new RecordType(number, type, values));
        records.add(type);
    }

    void enumeration(Class<? extends Enum<?>> type) {
        if (!type.isEnum()) {
            throw bad("enumeration", type, "is no enum: give the class that declares the constants");
        }
        put("enumeration", type, (number, values) -> new EnumType(number, type));
    }

    <T extends BytesMarshallable> void marshallable(Class<T> type, Supplier<T> factory) {
        Objects.requireNonNull(factory, "factory");
        codec("marshallable", type, new MarshallableCodec<>(factory));
    }

    <T> void codec(Class<T> type, Codec<T> codec) {
        codec("codec", type, Objects.requireNonNull(codec, "codec"));
    }

    private <T> void codec(String call, Class<T> type, Codec<T> codec) {
        if (type.isInterface() || type.isArray() || type.isPrimitive()) {
            throw bad(call, type, "is not a class of its own: values are found by their class");
        }
        put(call, type, (number, values) -> new CodecType<>(number, type, codec));
    }

    private void put(String call, Class<?> type, Maker maker) {
        if (builtIn.has(type)) {
            throw bad(call, type, "is in every registry");
        }
        if (registered.putIfAbsent(type, new Registered(call, maker)) != null) {
            throw bad(call, type, "was registered already");
        }
    }

    private static PgasException bad(String call, Class<?> type, String what) {
        return Refusals.OF_NO_RANK.bad("TypeRegistry.Builder." + call, type.getTypeName() + " " + what);
    }

    Values build() {
        Registrations all = new Registrations();
        all.registered.putAll(registered);
        Deque<Class<?>> unseen = new ArrayDeque<>(records);
        while (!unseen.isEmpty()) {
            for (RecordComponent component : unseen.remove().getRecordComponents()) {
                all.addNamed(component.getGenericType(), unseen);
            }
        }
        Values values = new Values();
        Fingerprint fingerprint = new Fingerprint();
        all.registered.forEach((type, each) -> {
            fingerprint.add(each.kind(), type);
            values.add(each.maker().make(values.nextNumber(), values));
        });
        values.fingerprint(fingerprint.value());
        return values;
    }

    /** Adds the records and enums that a component's type names; records have components of their own. */
    private void addNamed(Type type, Deque<Class<?>> unseen) {
        switch (type) {
            case Class<?> named when named.isArray() -> addNamed(named.getComponentType(), unseen);
            case Class<?> named when builtIn.has(named) || registered.containsKey(named) -> {
            }
            case Class<?> named when named.isRecord() -> {
                record(named.asSubclass(Record.class));
                unseen.add(named);
            }
            case Class<?> named when named.isEnum() -> put("enumeration", named, enumMaker(named));
            case ParameterizedType generic -> {
                addNamed(generic.getRawType(), unseen);
                for (Type argument : generic.getActualTypeArguments()) {
                    addNamed(argument, unseen);
                }
            }
            case GenericArrayType array -> addNamed(array.getGenericComponentType(), unseen);
            case WildcardType wildcard -> {
                for (Type bound : wildcard.getUpperBounds()) {
                    addNamed(bound, unseen);
                }
            }
            default -> {
            }
        }
    }

    @SuppressWarnings("unchecked") // an enum is a subclass of Enum<?>
    private static Maker enumMaker(Class<?> type) {
        return (number, values) -> new EnumType(number, (Class<? extends Enum<?>>) type);
    }
}
