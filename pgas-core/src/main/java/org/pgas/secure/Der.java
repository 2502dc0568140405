package org.pgas.secure;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Writes values as DER (ITU-T X.690): as much as a certificate needs. Each method gives a whole value. */
final class Der {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONTEXT = 0xA0;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return value(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return value(SET, parts);
    }

    /** A part with a number of its own, below 31. */
    static byte[] explicit(int number, byte[] part) {
        return value(CONTEXT | number, part);
    }

    static byte[] integer(BigInteger number) {
        return value(INTEGER, number.toByteArray());
    }

    /** A string of bits that are whole bytes. */
    static byte[] bits(byte[] bytes) {
        return value(BIT_STRING, new byte[1], bytes);
    }

    /** An object identifier: its first two numbers are below 3 and 40, all others not negative. */
    static byte[] identifier(int first, int second, int... others) {
        byte[][] parts = new byte[1 + others.length][];
        parts[0] = new byte[]{(byte) (40 * first + second)};
        for (int i = 0; i < others.length; i++) {
            parts[1 + i] = base128(others[i]);
        }
        return value(OBJECT_IDENTIFIER, parts);
    }

    /** Seven bits in each byte, the highest first; all bytes but the last have their top bit set. */
    private static byte[] base128(int number) {
        int length = Math.max(1, (38 - Integer.numberOfLeadingZeros(number)) / 7);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            int bits = number >>> 7 * (length - 1 - i) & 0x7F;
            bytes[i] = (byte) (i == length - 1 ? bits : bits | 0x80);
        }
        return bytes;
    }

    static byte[] text(String text) {
        return value(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    /** @param time as 260131235959Z, in 1950..2049 */
    static byte[] utcTime(String time) {
        return value(UTC_TIME, time.getBytes(StandardCharsets.US_ASCII));
    }

    /** @param time as 20260131235959Z */
    static byte[] time(String time) {
        return value(GENERALIZED_TIME, time.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] value(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] header = header(tag, length);
        byte[] all = new byte[header.length + length];
        System.arraycopy(header, 0, all, 0, header.length);
        int at = header.length;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private static byte[] header(int tag, int length) {
        if (length < 0x80) {
            return new byte[]{(byte) tag, (byte) length};
        }
        if (length < 0x100) {
            return new byte[]{(byte) tag, (byte) 0x81, (byte) length};
        }
        return new byte[]{(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
    }
}
