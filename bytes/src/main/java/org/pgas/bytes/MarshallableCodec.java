package org.pgas.bytes;

import java.lang.reflect.InaccessibleObjectException;
import java.util.function.Supplier;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;

/** The codec of a class that writes and reads itself. */
record MarshallableCodec<T extends BytesMarshallable>(Supplier<T> factory) implements Codec<T> {
    @Override
    public void write(T value, Bytes<?> out) {
        try {
            value.writeMarshallable(out);
        } catch (AssertionError failure) {
            throw hiddenOr(value, failure);
        }
    }

    @Override
    public T read(Bytes<?> in) {
        T value = factory.get();
        try {
            value.readMarshallable(in);
        } catch (AssertionError failure) {
            throw hiddenOr(value, failure);
        }
        return value;
    }

    /** Chronicle wraps what reflection refuses it into such an error; an assertion of the class itself is not that. */
    private static RuntimeException hiddenOr(Object value, AssertionError failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof ReflectiveOperationException || cause instanceof InaccessibleObjectException) {
            return ChronicleAccess.hiddenFields(value.getClass(), failure);
        }
        throw failure;
    }
}
