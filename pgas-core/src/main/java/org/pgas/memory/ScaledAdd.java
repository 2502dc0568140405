package org.pgas.memory;

/**
 * {@code target[i] = target[i] + scale * source[i]} between two addresses, plainly: who calls sees to it that nobody else updates the
 * target. Addresses are multiples of the size of a number; ranges do not overlap.
 */
public final class ScaledAdd {
    private ScaledAdd() {}

    public static void addInts(long source, long target, long count, int scale) {
        for (long at = 0; at < 4 * count; at += 4) {
            SharedMemory.putInt(target + at,
                    SharedMemory.getInt(target + at) + scale * SharedMemory.getInt(source + at));
        }
    }

    public static void addLongs(long source, long target, long count, long scale) {
        for (long at = 0; at < 8 * count; at += 8) {
            SharedMemory.putLong(target + at,
                    SharedMemory.getLong(target + at) + scale * SharedMemory.getLong(source + at));
        }
    }

    public static void addFloats(long source, long target, long count, float scale) {
        for (long at = 0; at < 4 * count; at += 4) {
            SharedMemory.putFloat(target + at,
                    SharedMemory.getFloat(target + at) + scale * SharedMemory.getFloat(source + at));
        }
    }

    public static void addDoubles(long source, long target, long count, double scale) {
        for (long at = 0; at < 8 * count; at += 8) {
            SharedMemory.putDouble(target + at,
                    SharedMemory.getDouble(target + at) + scale * SharedMemory.getDouble(source + at));
        }
    }

    public static void addComplexFloats(long source, long target, long count, float real, float imaginary) {
        for (long at = 0; at < 8 * count; at += 8) {
            float re = SharedMemory.getFloat(source + at);
            float im = SharedMemory.getFloat(source + at + 4);
            SharedMemory.putFloat(target + at, SharedMemory.getFloat(target + at) + (real * re - imaginary * im));
            SharedMemory.putFloat(target + at + 4,
                    SharedMemory.getFloat(target + at + 4) + (real * im + imaginary * re));
        }
    }

    public static void addComplexDoubles(long source, long target, long count, double real, double imaginary) {
        for (long at = 0; at < 16 * count; at += 16) {
            double re = SharedMemory.getDouble(source + at);
            double im = SharedMemory.getDouble(source + at + 8);
            SharedMemory.putDouble(target + at, SharedMemory.getDouble(target + at) + (real * re - imaginary * im));
            SharedMemory.putDouble(target + at + 8,
                    SharedMemory.getDouble(target + at + 8) + (real * im + imaginary * re));
        }
    }
}
