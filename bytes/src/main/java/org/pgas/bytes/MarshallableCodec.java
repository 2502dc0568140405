package org.pgas.bytes;

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
            throw ChronicleAccess.hiddenFields(value.getClass(), failure);
        }
    }

    @Override
    public T read(Bytes<?> in) {
        T value = factory.get();
        try {
            value.readMarshallable(in);
        } catch (AssertionError failure) {
            throw ChronicleAccess.hiddenFields(value.getClass(), failure);
        }
        return value;
    }
}
