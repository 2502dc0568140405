package org.pgas.mpi;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * What each operation makes of two elements, told in another way than the library's; and elements that are worth a
 * test.
 */
final class ElementModel {
    private ElementModel() {}

    /** Whether the result of an operation is told to the bit: of a NaN that was computed, it is not. */
    static boolean isSame(Op op, Basic basic, byte[] one, byte[] other) {
        ByteBuffer a = buffer(one);
        ByteBuffer b = buffer(other);
        boolean computed = op == Op.SUM || op == Op.PROD;
        switch (basic) {
            case FLOAT, FLOAT_COMPLEX -> {
                for (int at = 0; at < basic.span; at += 4) {
                    boolean nan = computed && Float.isNaN(a.getFloat(at)) && Float.isNaN(b.getFloat(at));
                    if (!nan && a.getInt(at) != b.getInt(at)) {
                        return false;
                    }
                }
                return true;
            }
            case DOUBLE, DOUBLE_COMPLEX -> {
                for (int at = 0; at < basic.span; at += 8) {
                    boolean nan = computed && Double.isNaN(a.getDouble(at)) && Double.isNaN(b.getDouble(at));
                    if (!nan && a.getLong(at) != b.getLong(at)) {
                        return false;
                    }
                }
                return true;
            }
            case SHORT_INT -> {
                // what is in the gap is nobody's business
                return a.getShort(0) == b.getShort(0) && a.getInt(4) == b.getInt(4);
            }
            default -> {
                return a.equals(b);
            }
        }
    }

    static byte[] combine(Op op, Basic basic, byte[] target, byte[] operand) {
        return switch (op) {
            case NO_OP -> target;
            case REPLACE -> operand;
            case MAXLOC -> pair(basic, target, operand, 1);
            case MINLOC -> pair(basic, target, operand, -1);
            default -> switch (basic) {
                case FLOAT, FLOAT_COMPLEX, DOUBLE, DOUBLE_COMPLEX -> fraction(op, basic, target, operand);
                default -> integer(op, basic, target, operand);
            };
        };
    }

    private static byte[] integer(Op op, Basic basic, byte[] target, byte[] operand) {
        boolean unsigned = switch (basic) {
            case UINT8, UINT16, UINT32, UINT64, BOOLEAN, BYTE -> true;
            default -> false;
        };
        BigInteger t = number(target, unsigned);
        BigInteger o = number(operand, unsigned);
        boolean isT = t.signum() != 0;
        boolean isO = o.signum() != 0;
        BigInteger result = switch (op) {
            case MAX -> t.max(o);
            case MIN -> t.min(o);
            case SUM -> t.add(o);
            case PROD -> t.multiply(o);
            case LAND -> isT && isO ? BigInteger.ONE : BigInteger.ZERO;
            case LOR -> isT || isO ? BigInteger.ONE : BigInteger.ZERO;
            case LXOR -> isT != isO ? BigInteger.ONE : BigInteger.ZERO;
            case BAND -> t.and(o);
            case BOR -> t.or(o);
            case BXOR -> t.xor(o);
            default -> throw new AssertionError(op);
        };
        return bytes(result, target.length);
    }

    private static BigInteger number(byte[] bytes, boolean unsigned) {
        byte[] big = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            big[i] = bytes[isLittle() ? bytes.length - 1 - i : i];
        }
        return unsigned ? new BigInteger(1, big) : new BigInteger(big);
    }

    private static byte[] bytes(BigInteger number, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[isLittle() ? i : length - 1 - i] = number.shiftRight(8 * i).byteValue();
        }
        return bytes;
    }

    private static byte[] fraction(Op op, Basic basic, byte[] target, byte[] operand) {
        boolean isFloat = basic == Basic.FLOAT || basic == Basic.FLOAT_COMPLEX;
        int parts = basic == Basic.FLOAT || basic == Basic.DOUBLE ? 1 : 2;
        double[] t = parts(target, isFloat, parts);
        double[] o = parts(operand, isFloat, parts);
        double[] result = new double[parts];
        if (op == Op.MAX || op == Op.MIN) {
            boolean keeps = op == Op.MAX ? t[0] > o[0] : t[0] < o[0];
            return keeps ? target : operand;
        }
        if (op == Op.SUM) {
            for (int i = 0; i < parts; i++) {
                result[i] = t[i] + o[i];
            }
        } else if (parts == 1) {
            result[0] = t[0] * o[0];
        } else {
            result[0] = rounded(t[0] * o[0], isFloat) - rounded(t[1] * o[1], isFloat);
            result[1] = rounded(t[0] * o[1], isFloat) + rounded(t[1] * o[0], isFloat);
        }
        ByteBuffer bytes = buffer(new byte[target.length]);
        for (double part : result) {
            if (isFloat) {
                bytes.putFloat((float) part);
            } else {
                bytes.putDouble(part);
            }
        }
        return bytes.array();
    }

    /** Sums and products of floats are exact, or rightly rounded when rounded again, as doubles. */
    private static double rounded(double number, boolean isFloat) {
        return isFloat ? (float) number : number;
    }

    private static double[] parts(byte[] element, boolean isFloat, int parts) {
        ByteBuffer bytes = buffer(element);
        double[] result = new double[parts];
        for (int i = 0; i < parts; i++) {
            result[i] = isFloat ? bytes.getFloat() : bytes.getDouble();
        }
        return result;
    }

    private static byte[] pair(Basic basic, byte[] target, byte[] operand, int sign) {
        ByteBuffer t = buffer(target);
        ByteBuffer o = buffer(operand);
        int at = indexOffset(basic);
        boolean isNan = false;
        int order;
        switch (basic) {
            case FLOAT_INT -> {
                isNan = Float.isNaN(t.getFloat(0)) || Float.isNaN(o.getFloat(0));
                order = Float.compare(t.getFloat(0) + 0f, o.getFloat(0) + 0f);
            }
            case DOUBLE_INT -> {
                isNan = Double.isNaN(t.getDouble(0)) || Double.isNaN(o.getDouble(0));
                order = Double.compare(t.getDouble(0) + 0d, o.getDouble(0) + 0d);
            }
            case LONG_INT -> order = Long.compare(t.getLong(0), o.getLong(0));
            case SHORT_INT -> order = Short.compare(t.getShort(0), o.getShort(0));
            case TWO_INT -> order = Integer.compare(t.getInt(0), o.getInt(0));
            default -> throw new AssertionError(basic);
        }
        if (isNan) {
            return operand;
        }
        if (order == 0) {
            return t.getInt(at) <= o.getInt(at) ? target : operand;
        }
        return Integer.signum(order) == sign ? target : operand;
    }

    private static int indexOffset(Basic basic) {
        return basic == Basic.LONG_INT || basic == Basic.DOUBLE_INT ? 8 : 4;
    }

    /** An element: often a border of its kind, 0, 1, or near another one. */
    static byte[] draw(Basic basic, SplittableRandom random) {
        ByteBuffer bytes = buffer(new byte[basic.span]);
        random.nextBytes(bytes.array());
        switch (basic) {
            case FLOAT, FLOAT_COMPLEX -> {
                while (bytes.hasRemaining()) {
                    bytes.putFloat(drawFloat(random));
                }
            }
            case DOUBLE, DOUBLE_COMPLEX -> {
                while (bytes.hasRemaining()) {
                    bytes.putDouble(drawDouble(random));
                }
            }
            case FLOAT_INT -> bytes.putFloat(drawFloat(random)).putInt(random.nextInt(-1, 2));
            case DOUBLE_INT -> bytes.putDouble(drawDouble(random)).putInt(random.nextInt(-1, 2));
            case LONG_INT -> bytes.put(drawInteger(8, random)).putInt(random.nextInt(-1, 2));
            case SHORT_INT -> bytes.put(drawInteger(2, random)).putInt(4, random.nextInt(-1, 2));
            case TWO_INT -> bytes.put(drawInteger(4, random)).putInt(random.nextInt(-1, 2));
            default -> bytes.put(drawInteger(basic.span, random));
        }
        return bytes.array();
    }

    private static byte[] drawInteger(int width, SplittableRandom random) {
        BigInteger top = BigInteger.ONE.shiftLeft(8 * width - 1);
        BigInteger number = switch (random.nextInt(6)) {
            case 0 -> top;
            case 1 -> top.subtract(BigInteger.ONE);
            case 2 -> BigInteger.ZERO;
            case 3 -> BigInteger.valueOf(random.nextInt(-3, 4));
            case 4 -> BigInteger.valueOf(random.nextInt()).shiftLeft(random.nextInt(8 * width));
            default -> BigInteger.valueOf(random.nextLong());
        };
        return bytes(number, width);
    }

    private static float drawFloat(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> 0f;
            case 1 -> -0f;
            case 2 -> Float.NaN;
            case 3 -> Float.intBitsToFloat(0xFFC0_1234);
            case 4 -> Float.POSITIVE_INFINITY;
            case 5 -> Float.NEGATIVE_INFINITY;
            case 6 -> random.nextBoolean() ? Float.MIN_VALUE : -Float.MIN_VALUE;
            case 7 -> random.nextBoolean() ? Float.MAX_VALUE : -Float.MAX_VALUE;
            case 8 -> random.nextInt(-2, 3);
            default -> (float) random.nextDouble(-1000, 1000);
        };
    }

    private static double drawDouble(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> 0d;
            case 1 -> -0d;
            case 2 -> Double.NaN;
            case 3 -> Double.longBitsToDouble(0xFFF8_0000_0000_1234L);
            case 4 -> Double.POSITIVE_INFINITY;
            case 5 -> Double.NEGATIVE_INFINITY;
            case 6 -> random.nextBoolean() ? Double.MIN_VALUE : -Double.MIN_VALUE;
            case 7 -> random.nextBoolean() ? Double.MAX_VALUE : -Double.MAX_VALUE;
            case 8 -> random.nextInt(-2, 3);
            default -> random.nextDouble(-1000, 1000);
        };
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    private static boolean isLittle() {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    }
}
