package org.pgas.bytes;

import java.nio.BufferUnderflowException;

import net.openhft.chronicle.bytes.Bytes;

/** A class with a codec. */
final class CodecType<T> extends ValueType {
    private final Codec<T> codec;

    CodecType(int number, Class<T> type, Codec<T> codec) {
        super(number, type);
        this.codec = codec;
    }

    @Override
    @SuppressWarnings("unchecked") // found by the class of the value
    void write(Object value, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, number());
        codec.write((T) value, out);
    }

    @Override
    Object read(Bytes<?> in, int depth) {
        try {
            return codec.read(in);
        } catch (BufferUnderflowException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            throw Values.garbage("the codec of " + type().getName() + " refuses what was read: " + failure, failure);
        }
    }
}
