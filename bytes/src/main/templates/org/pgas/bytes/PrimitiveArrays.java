//$ One class, made by config/Templates.java. Lines behind "//$ Short Char" stand once for each of these columns.
//$ Element | Short           | Char                    | Int           | Long           | Float           | Double
//$ element | short           | char                    | int           | long           | float           | double
//$ Boxed   | Short           | Character               | Integer       | Long           | Float           | Double
//$ write   | writeShort(next | writeShort((short) next |writeInt(next|writeLong(next|writeFloat(next|writeDouble(next
//$ read    | in.readShort() | (char) in.readShort() | in.readInt() | in.readLong() | in.readFloat() | in.readDouble()
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

//$ Short Char Int Long Float Double
    static void write($element$[] array, Bytes<?> out, int depth) {
        Numbers.writeUnsigned(out, array.length);
        for ($element$ next : array) {
            out.$write$);
        }
    }

    static $element$[] read$Element$s(Bytes<?> in, int depth) {
        $element$[] array = new $element$[Values.checkLength(Numbers.readUnsigned(in), $Boxed$.BYTES, in)];
        for (int at = 0; at < array.length; at++) {
            array[at] = $read$;
        }
        return array;
    }

//$
}
