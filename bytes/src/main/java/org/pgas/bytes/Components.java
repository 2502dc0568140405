package org.pgas.bytes;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import net.openhft.chronicle.bytes.Bytes;

/**
 * How components of each static type are written and read, for the handles of a {@link RecordType}: {@code (out, depth,
 * value)} and {@code (in, depth)}. What needs no depth has it for the common shape.
 */
final class Components {
    private static final boolean BIG_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

    private Components() {}

    static void writeBoolean(Bytes<?> out, int depth, boolean value) {
        out.writeByte(value ? (byte) 1 : 0);
    }

    static boolean readBoolean(Bytes<?> in, int depth) {
        byte value = in.readByte();
        if ((value & ~1) != 0) {
            throw Values.garbage("a boolean is " + value);
        }
        return value == 1;
    }

    static void writeByte(Bytes<?> out, int depth, byte value) {
        out.writeByte(value);
    }

    static byte readByte(Bytes<?> in, int depth) {
        return in.readByte();
    }

    static void writeShort(Bytes<?> out, int depth, short value) {
        out.writeShort(value);
    }

    static short readShort(Bytes<?> in, int depth) {
        return in.readShort();
    }

    static void writeChar(Bytes<?> out, int depth, char value) {
        Numbers.writeUnsigned(out, value);
    }

    static char readChar(Bytes<?> in, int depth) {
        long value = Numbers.readUnsigned(in);
        if ((char) value != value) {
            throw Values.garbage("a char is " + value);
        }
        return (char) value;
    }

    static void writeInt(Bytes<?> out, int depth, int value) {
        Numbers.write(out, value);
    }

    static int readInt(Bytes<?> in, int depth) {
        long value = Numbers.read(in);
        if ((int) value != value) {
            throw Values.garbage("an int is " + value);
        }
        return (int) value;
    }

    static void writeLong(Bytes<?> out, int depth, long value) {
        Numbers.write(out, value);
    }

    static long readLong(Bytes<?> in, int depth) {
        return Numbers.read(in);
    }

    static void writeFloat(Bytes<?> out, int depth, float value) {
        out.writeFloat(value);
    }

    static float readFloat(Bytes<?> in, int depth) {
        return in.readFloat();
    }

    static void writeDouble(Bytes<?> out, int depth, double value) {
        out.writeDouble(value);
    }

    static double readDouble(Bytes<?> in, int depth) {
        return in.readDouble();
    }

    /** 0 for null; otherwise twice the length and 1 of Latin-1, 2 of UTF-16. */
    static void writeString(Bytes<?> out, int depth, String value) {
        if (value == null) {
            out.writeByte((byte) 0);
            return;
        }
        int length = value.length();
        int all = 0;
        for (int at = 0; at < length; at++) {
            all |= value.charAt(at);
        }
        if (all < 0x100) {
            Numbers.writeUnsigned(out, 2L * length + 1);
            writeLatin(out, value, length);
        } else {
            Numbers.writeUnsigned(out, 2L * length + 2);
            for (int at = 0; at < length; at++) {
                out.writeShort((short) value.charAt(at));
            }
        }
    }

    /** Eight characters to a store. */
    private static void writeLatin(Bytes<?> out, String value, int length) {
        int at = 0;
        for (; at <= length - Long.BYTES; at += Long.BYTES) {
            long eight = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                eight |= (long) value.charAt(at + i) << 8 * (BIG_ENDIAN ? Long.BYTES - 1 - i : i);
            }
            out.writeLong(eight);
        }
        for (; at < length; at++) {
            out.writeByte((byte) value.charAt(at));
        }
    }

    static String readString(Bytes<?> in, int depth) {
        long length = Numbers.readUnsigned(in);
        if (length == 0) {
            return null;
        }
        boolean wide = (length & 1) == 0;
        int count = Values.checkLength(wide ? length / 2 - 1 : length / 2, wide ? 2 : 1, in);
        if (wide) {
            char[] characters = new char[count];
            for (int at = 0; at < count; at++) {
                characters[at] = (char) in.readShort();
            }
            return new String(characters);
        }
        byte[] characters = new byte[count];
        in.read(characters);
        return new String(characters, StandardCharsets.ISO_8859_1);
    }

    /** What was read, if it is of the class that it has to be. */
    static Object cast(Class<?> type, Object value) {
        if (value != null && !type.isInstance(value)) {
            throw Values
                    .garbage("a value of " + value.getClass().getName() + " stands where " + type.getName()
                            + " belongs");
        }
        return value;
    }
}
