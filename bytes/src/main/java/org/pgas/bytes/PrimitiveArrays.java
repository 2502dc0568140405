package org.pgas.bytes;

import net.openhft.chronicle.bytes.Bytes;

/** Arrays of primitives: the length, then the elements at their full width. */
final class PrimitiveArrays {
    private PrimitiveArrays() {}

    static void write(boolean[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        for (boolean element : array) {
            out.writeByte(element ? (byte) 1 : 0);
        }
    }

    static boolean[] readBooleans(Bytes<?> in, int depth) {
        boolean[] array = new boolean[Values.checkLength(Numbers.readUnsigned(in), 1, in)];
        for (int at = 0; at < array.length; at++) {
            array[at] = Components.readBoolean(in, 0);
        }
        return array;
    }

    static void write(byte[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        out.write(array);
    }

    static byte[] readBytes(Bytes<?> in, int depth) {
        byte[] array = new byte[Values.checkLength(Numbers.readUnsigned(in), Byte.BYTES, in)];
        in.read(array);
        return array;
    }

    static void write(short[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        for (short element : array) {
            out.writeShort(element);
        }
    }

    static short[] readShorts(Bytes<?> in, int depth) {
        short[] array = new short[Values.checkLength(Numbers.readUnsigned(in), Short.BYTES, in)];
        for (int at = 0; at < array.length; at++) {
            array[at] = in.readShort();
        }
        return array;
    }

    static void write(char[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        for (char element : array) {
            out.writeShort((short) element);
        }
    }

    static char[] readChars(Bytes<?> in, int depth) {
        return readElements(new char[Values.checkLength(Numbers.readUnsigned(in), Character.BYTES, in)], in);
    }

    static char[] readElements(char[] array, Bytes<?> in) {
        for (int at = 0; at < array.length; at++) {
            array[at] = (char) in.readShort();
        }
        return array;
    }

    static void write(int[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        for (int element : array) {
            out.writeInt(element);
        }
    }

    static int[] readInts(Bytes<?> in, int depth) {
        int[] array = new int[Values.checkLength(Numbers.readUnsigned(in), Integer.BYTES, in)];
        for (int at = 0; at < array.length; at++) {
            array[at] = in.readInt();
        }
        return array;
    }

    static void write(long[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        for (long element : array) {
            out.writeLong(element);
        }
    }

    static long[] readLongs(Bytes<?> in, int depth) {
        long[] array = new long[Values.checkLength(Numbers.readUnsigned(in), Long.BYTES, in)];
        for (int at = 0; at < array.length; at++) {
            array[at] = in.readLong();
        }
        return array;
    }

    static void write(float[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        for (float element : array) {
            out.writeFloat(element);
        }
    }

    static float[] readFloats(Bytes<?> in, int depth) {
        float[] array = new float[Values.checkLength(Numbers.readUnsigned(in), Float.BYTES, in)];
        for (int at = 0; at < array.length; at++) {
            array[at] = in.readFloat();
        }
        return array;
    }

    static void write(double[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        for (double element : array) {
            out.writeDouble(element);
        }
    }

    static double[] readDoubles(Bytes<?> in, int depth) {
        double[] array = new double[Values.checkLength(Numbers.readUnsigned(in), Double.BYTES, in)];
        for (int at = 0; at < array.length; at++) {
            array[at] = in.readDouble();
        }
        return array;
    }
}
