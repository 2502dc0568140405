package org.pgas.bytes;

import net.openhft.chronicle.bytes.Bytes;

/**
 * Whole numbers, short where they are small: a byte for most that there are, otherwise a byte that tells the width and
 * 2, 4 or 8 bytes. Two stores at most, where stop-bit encoding takes one for every 7 bits.
 */
final class Numbers {
    private static final int TWO = 252;
    private static final int FOUR = 253;
    private static final int EIGHT = 254;

    private Numbers() {}

    /** Of either sign: small ones become small ones without. */
    static void write(Bytes<?> out, long value) {
        long folded = value << 1 ^ value >> 63;
        if (folded >= 0 && folded < TWO) {
            out.writeByte((byte) folded);
        } else {
            writeWide(out, value);
        }
    }

    static long read(Bytes<?> in) {
        int first = in.readByte() & 0xFF;
        return first < TWO ? first >>> 1 ^ -(first & 1) : readWide(first, in);
    }

    /** What is hardly ever negative, such as a length: a byte for 0 to 251. */
    static void writeUnsigned(Bytes<?> out, long value) {
        if (value >= 0 && value < TWO) {
            out.writeByte((byte) value);
        } else {
            writeWide(out, value);
        }
    }

    static long readUnsigned(Bytes<?> in) {
        int first = in.readByte() & 0xFF;
        return first < TWO ? first : readWide(first, in);
    }

    private static void writeWide(Bytes<?> out, long value) {
        if ((short) value == value) {
            out.writeByte((byte) TWO);
            out.writeShort((short) value);
        } else if ((int) value == value) {
            out.writeByte((byte) FOUR);
            out.writeInt((int) value);
        } else {
            out.writeByte((byte) EIGHT);
            out.writeLong(value);
        }
    }

    private static long readWide(int first, Bytes<?> in) {
        return switch (first) {
            case TWO -> in.readShort();
            case FOUR -> in.readInt();
            case EIGHT -> in.readLong();
            default -> throw Values.garbage(first + " begins no number");
        };
    }
}
