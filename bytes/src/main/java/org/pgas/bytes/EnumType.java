package org.pgas.bytes;

import net.openhft.chronicle.bytes.Bytes;

/** An enum, as the number of its constant. */
final class EnumType extends ValueType {
    private final Object[] constants;

    EnumType(int number, Class<? extends Enum<?>> type) {
        super(number, type);
        constants = type.getEnumConstants();
    }

    @Override
    void write(Object value, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, number());
        Numbers.writeUnsigned(out, ((Enum<?>) value).ordinal());
    }

    @Override
    Object read(Bytes<?> in, int depth) {
        long ordinal = Numbers.readUnsigned(in);
        if (ordinal < 0 || ordinal >= constants.length) {
            throw Values.garbage(type().getName() + " has no constant " + ordinal);
        }
        return constants[(int) ordinal];
    }
}
