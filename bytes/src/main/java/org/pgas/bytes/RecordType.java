package org.pgas.bytes;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.RecordComponent;
import java.nio.BufferUnderflowException;
import java.util.Arrays;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IORuntimeException;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * A record. Accessors and writers of all components are composed into one handle when it is registered, and so are
 * readers and constructor: no component is boxed, and the virtual machine compiles each handle as one method.
 */
final class RecordType extends ValueType {
    private static final Lookup LOOKUP = MethodHandles.lookup();

    /** (out, depth, record). */
    private final MethodHandle writer;

    /** (in, depth). */
    private final MethodHandle reader;

    RecordType(int number, Class<? extends Record> type, Values values) {
        super(number, type);
        RecordComponent[] components = type.getRecordComponents();
        try {
            Lookup lookup = lookup(type);
            MethodHandle allWritten = MethodHandles.empty(methodType(void.class, Bytes.class, int.class, type));
            MethodHandle[] readers = new MethodHandle[components.length];
            for (int at = components.length - 1; at >= 0; at--) {
                Class<?> component = components[at].getType();
                MethodHandle accessor = lookup.unreflect(components[at].getAccessor());
                MethodHandle written = MethodHandles.filterArguments(componentWriter(component, values), 2, accessor);
                allWritten = MethodHandles.foldArguments(allWritten, written);
                readers[at] = componentReader(component, values);
            }
            writer = allWritten.asType(methodType(void.class, Bytes.class, int.class, Object.class));
            reader = construct(lookup, type, components, readers);
        } catch (IllegalAccessException | NoSuchMethodException hidden) {
            throw Refusals.OF_NO_RANK.bad("TypeRegistry.Builder.record",
                    "the components of " + type.getName() + " are not accessible: in the module-info of "
                            + type.getModule().getName() + " say 'opens " + type.getPackageName()
                            + " to org.pgas.bytes'",
                    hidden);
        }
    }

    private static Lookup lookup(Class<?> type) throws IllegalAccessException {
        RecordType.class.getModule().addReads(type.getModule());
        return MethodHandles.privateLookupIn(type, LOOKUP);
    }

    private static MethodHandle componentWriter(Class<?> type, Values values)
            throws NoSuchMethodException, IllegalAccessException {
        if (type.isPrimitive() || type == String.class) {
            return LOOKUP.findStatic(Components.class, "write" + capitalised(type),
                    methodType(void.class, Bytes.class, int.class, type));
        }
        return LOOKUP.findStatic(RecordType.class, "writeReference",
                methodType(void.class, Values.class, Bytes.class, int.class, Object.class)).bindTo(values)
                .asType(methodType(void.class, Bytes.class, int.class, type));
    }

    private static MethodHandle componentReader(Class<?> type, Values values)
            throws NoSuchMethodException, IllegalAccessException {
        if (type.isPrimitive() || type == String.class) {
            return LOOKUP.findStatic(Components.class, "read" + capitalised(type),
                    methodType(type, Bytes.class, int.class));
        }
        MethodHandle any = LOOKUP.findStatic(RecordType.class, "readReference",
                methodType(Object.class, Values.class, Class.class, Bytes.class, int.class));
        return MethodHandles.insertArguments(any, 0, values, type).asType(methodType(type, Bytes.class, int.class));
    }

    private static String capitalised(Class<?> type) {
        String name = type.getSimpleName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** The readers run from left to right, as filters do. */
    private static MethodHandle construct(Lookup lookup, Class<?> type, RecordComponent[] components,
            MethodHandle[] readers) throws NoSuchMethodException, IllegalAccessException {
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandle made = lookup.findConstructor(type, methodType(void.class, types));
        for (int at = readers.length - 1; at >= 0; at--) {
            made = MethodHandles.collectArguments(made, at, readers[at]);
        }
        int[] same = new int[2 * readers.length];
        for (int at = 0; at < same.length; at++) {
            same[at] = at % 2;
        }
        return MethodHandles.permuteArguments(made.asType(made.type().changeReturnType(Object.class)),
                methodType(Object.class, Bytes.class, int.class), same);
    }

    private static void writeReference(Values values, Bytes<?> out, int depth, Object value) {
        values.write(value, out, depth + 1);
    }

    private static Object readReference(Values values, Class<?> type, Bytes<?> in, int depth) {
        return Components.cast(type, values.read(in, depth + 1));
    }

    @Override
    void write(Object value, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, number());
        try {
            writer.invokeExact((Bytes<?>) out, depth, value);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw Refusals.OF_NO_RANK.bad("TypeRegistry.write",
                    "an accessor of " + type().getName() + " threw " + failure, failure);
        }
    }

    @Override
    Object read(Bytes<?> in, int depth) {
        try {
            return (Object) reader.invokeExact((Bytes<?>) in, depth);
        } catch (PgasException | BufferUnderflowException | IORuntimeException | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw Values.garbage("the constructor of " + type().getName() + " refuses what was read: " + failure,
                    failure);
        }
    }
}
