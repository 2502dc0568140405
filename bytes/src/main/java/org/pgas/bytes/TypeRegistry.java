package org.pgas.bytes;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.util.function.Supplier;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * The types of values that ranks send each other, and how they lie in bytes.
 *
 * <p>Always in it: null, the boxes of the primitive types, {@link String}, arrays of primitives and of registered
 * types, {@link java.util.List}, {@link java.util.Set}, {@link java.util.Map} and {@link java.util.Optional}. Others
 * are registered: records, enums, {@link BytesMarshallable}s, and classes with a {@link Codec}. What is read is a copy:
 * lists as {@link java.util.ArrayList}, sets and maps as {@link java.util.LinkedHashSet} and {@link
 * java.util.LinkedHashMap} in the order in which they were written. Values are trees: what is reached twice is written
 * twice, and what contains itself is an error.
 *
 * <p>All ranks build it alike: the same types in the same order. Each value begins with 16 bits of the {@link
 * #fingerprint}, so a rank with another registry is found out by the first value it reads.
 *
 * <p>The form: a type number, then the value. Whole numbers, lengths and type numbers take one byte where they are
 * small, otherwise a byte and 2, 4 or 8. The components of a record follow each other, primitives and strings without a
 * number of their own. A string is Latin-1, or UTF-16 if it has other characters. Bytes are in native order. It is a
 * form for messages between the ranks of one job, not for files.
 *
 * <p>Immutable; usable by any thread, and in handlers. {@link #write} allocates nothing itself.
 *
 * <pre>{@code
 * record Reading(int sensor, long nanos, double celsius, String place) {}
 *
 * TypeRegistry types = TypeRegistry.builder().record(Reading.class).build();
 * types.write(new Reading(7, 1_000, 21.5, "roof"), out);
 * Reading reading = (Reading) types.read(in);
 * }</pre>
 */
public final class TypeRegistry {
    private final Values values;

    private TypeRegistry(Values values) {
        this.values = values;
    }

    /** A builder with nothing registered. */
    public static Builder builder() {
        ChronicleAccess.check();
        return new Builder();
    }

    /**
     * Writes a value at the write position of {@code out}.
     *
     * <p>Errors, after which the write position is where it was: an unregistered class; values nested deeper than 64,
     * as in a structure that contains itself; a value for which {@code out} has no room ({@link ErrorCode#RESOURCE});
     * an exception of a codec or an accessor.
     */
    public void write(Object value, Bytes<?> out) {
        long start = out.writePosition();
        try {
            out.writeShort(values.mark());
            values.write(value, out, 0);
        } catch (RuntimeException failure) {
            long room = out.writeLimit() - start;
            out.writePosition(start);
            throw notWritten(value, room, failure);
        }
    }

    private static PgasException notWritten(Object value, long room, RuntimeException failure) {
        if (failure instanceof PgasException known) {
            return known;
        }
        String what = "TypeRegistry.write of a value of " + (value == null ? "null" : value.getClass().getName());
        return failure instanceof BufferOverflowException
                ? Refusals.OF_NO_RANK.error(ErrorCode.RESOURCE, what,
                        "it takes more than the " + room
                                + " bytes that are left: send it in parts, or put it into a segment",
                        failure)
                : Refusals.OF_NO_RANK.bad(what, failure.toString(), failure);
    }

    /**
     * Reads a value at the read position of {@code in}, of a registered type.
     *
     * <p>The bytes need not be trusted: nothing after {@code in}'s read limit is read; no class but a registered one
     * comes into being; every length is compared with the bytes that are left before anything is allocated for it; and
     * what is not a value, or a value that a constructor refuses, is a {@link PgasException} with the reason, after
     * which the read position is where it was. What codecs and marshallables do is their own. The elements of a list, a
     * set, a map or an Optional may be of any registered type, whatever a record's component says.
     */
    public Object read(Bytes<?> in) {
        long start = in.readPosition();
        try {
            short mark = in.readRemaining() < 2 ? 0 : in.readShort();
            if (mark != values.mark() || in.readRemaining() == 0) {
                throw noValue(in, start);
            }
            return values.read(in, 0);
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (RuntimeException | Error failure) {
            long left = in.readLimit() - start;
            in.readPosition(start);
            throw notRead(left, failure);
        }
    }

    private PgasException noValue(Bytes<?> in, long start) {
        return in.readLimit() - start < 3
                ? Values.garbage("a value takes at least 3 bytes, and " + (in.readLimit() - start) + " are left")
                : Values.garbage(
                        "no value of this registry begins here: was it written by a registry with other types, "
                                + "or with the same ones in another order?");
    }

    private static PgasException notRead(long left, Throwable failure) {
        if (failure instanceof PgasException known) {
            return known;
        }
        return failure instanceof BufferUnderflowException
                ? Values.garbage("the value goes on after the end of the " + left + " bytes that are left", failure)
                : Values.garbage(described(failure), failure);
    }

    /** What a codec or a constructor throws is the program's own, and so is how it shows itself. */
    private static String described(Throwable failure) {
        try {
            return failure.toString();
        } catch (RuntimeException | Error unspeakable) {
            return failure.getClass().getName();
        }
    }

    /** A number made of the registered types, their components and order: equal where registries fit each other. */
    public long fingerprint() {
        return values.fingerprint();
    }

    /** Names the registered classes. */
    @Override
    public String toString() {
        return "TypeRegistry" + values.names();
    }

    /** For one thread. Each call returns this builder; a class is registered once, and none that is always in. */
    public static final class Builder {
        private final Registrations registrations = new Registrations();

        private Builder() {}

        /**
         * A record, written component by component and read by its canonical constructor. Records and enums among the
         * types of its components, also as elements of arrays and as type arguments, are registered with it, after all
         * others, unless they are registered in another way.
         *
         * <p>Errors: its module does not let this one see its accessors.
         */
        public Builder record(Class<? extends Record> type) {
            registrations.record(type);
            return this;
        }

        /** An enum, written as the number of its constant. */
        public Builder enumeration(Class<? extends Enum<?>> type) {
            registrations.enumeration(type);
            return this;
        }

        /**
         * A class that writes and reads itself. {@code factory} makes the object that is to read itself; values are of
         * exactly this class. It has to check what it reads, as a {@link Codec} has.
         */
        public <T extends BytesMarshallable> Builder marshallable(Class<T> type, Supplier<T> factory) {
            registrations.marshallable(type, factory);
            return this;
        }

        /** A class with a codec; values are of exactly this class. */
        public <T> Builder codec(Class<T> type, Codec<T> codec) {
            registrations.codec(type, codec);
            return this;
        }

        /** The registry. The builder may go on, for another one. */
        public TypeRegistry build() {
            return new TypeRegistry(registrations.build());
        }
    }
}
