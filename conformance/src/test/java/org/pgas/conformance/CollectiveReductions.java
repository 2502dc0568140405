package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.coll.Reduction;
import org.pgas.coll.UserOperation;

/** Reductions of all kinds, with operands that suit them and a model that knows none of the library's loops. */
final class CollectiveReductions {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final List<Opcode> OPCODES = List.of(Opcode.ADD, Opcode.MULT, Opcode.MIN, Opcode.MAX, Opcode.AND,
            Opcode.OR, Opcode.XOR);
    private static final long PRIME = 65_521;

    /** A text in an element: its length in a byte, and room. Joined, it is cut off at the end, which is associative. */
    private static final int TEXT_BYTES = 23;

    private CollectiveReductions() {}

    /**
     * A reduction and its model.
     *
     * @param model what a user operation does; null of a built-in one
     */
    record Drawn(Reduction reduction, UserOperation model) {
        void fill(SplittableRandom random, byte[] content) {
            random.nextBytes(content);
            if (reduction.type() == DataType.DBL) {
                MemorySegment memory = MemorySegment.ofArray(content);
                for (int at = 0; at < content.length; at += 8) {
                    memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at,
                            Math.scalb(random.nextDouble() - 0.5, random.nextInt(-60, 60)));
                }
            } else if (reduction.type() == DataType.FLT) {
                MemorySegment memory = MemorySegment.ofArray(content);
                for (int at = 0; at < content.length; at += 4) {
                    memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at,
                            Math.scalb((float) random.nextDouble() - 0.5f, random.nextInt(-12, 12)));
                }
            } else if (reduction.elementBytes() == TEXT_BYTES) {
                for (int at = 0; at < content.length; at += TEXT_BYTES) {
                    content[at] = (byte) random.nextInt(6);
                }
            }
        }

        /** {@code right = left op right}, element by element. */
        void combine(MemorySegment left, MemorySegment right, long bytes) {
            if (model != null) {
                if (bytes > 0) {
                    model.apply(left, right, bytes / reduction.elementBytes());
                }
                return;
            }
            DataType type = reduction.type();
            Opcode opcode = reduction.opcode();
            for (long at = 0; at < bytes; at += type.bytes()) {
                if (type.bytes() == 4) {
                    right.set(INT, at, (int) opcode.result(type, left.get(INT, at), right.get(INT, at), 0));
                } else {
                    right.set(LONG, at, opcode.result(type, left.get(LONG, at), right.get(LONG, at), 0));
                }
            }
        }
    }

    /** Any; half of them built-in ones. */
    static Drawn draw(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> new Drawn(Reduction.user(DataType.I64, CollectiveReductions::sum), CollectiveReductions::sum);
            case 1 -> matrices();
            case 2 -> texts();
            case 3 -> maps(new int[]{2, 3, 5, 12, 31, 100, 1000, 5000}[random.nextInt(8)]);
            default -> builtIn(random);
        };
    }

    private static Drawn builtIn(SplittableRandom random) {
        DataType type = DataType.values()[random.nextInt(DataType.values().length)];
        Opcode opcode = OPCODES.get(random.nextInt(type.isInteger() ? 7 : 4));
        return new Drawn(Reduction.of(type, opcode), null);
    }

    private static void sum(MemorySegment left, MemorySegment right, long count) {
        for (long at = 0; at < 8 * count; at += 8) {
            right.set(LONG, at, left.get(LONG, at) + right.get(LONG, at));
        }
    }

    /** Matrices of 2 x 2 ints, multiplied modulo a prime. */
    static Drawn matrices() {
        return new Drawn(Reduction.userOrdered(16, CollectiveReductions::product), CollectiveReductions::product);
    }

    private static void product(MemorySegment left, MemorySegment right, long count) {
        for (long at = 0; at < 16 * count; at += 16) {
            int[] product = new int[4];
            for (int i = 0; i < 4; i++) {
                long row = at + 8 * (i / 2);
                long column = at + 4 * (i % 2);
                product[i] = (int) ((Integer.toUnsignedLong(left.get(INT, row)) % PRIME
                        * (Integer.toUnsignedLong(right.get(INT, column)) % PRIME)
                        + Integer.toUnsignedLong(left.get(INT, row + 4)) % PRIME
                                * (Integer.toUnsignedLong(right.get(INT, column + 8)) % PRIME))
                        % PRIME);
            }
            MemorySegment.copy(product, 0, right, INT, at, 4);
        }
    }

    /** Texts, joined. */
    static Drawn texts() {
        return new Drawn(Reduction.userOrdered(TEXT_BYTES, CollectiveReductions::joined), CollectiveReductions::joined);
    }

    private static void joined(MemorySegment left, MemorySegment right, long count) {
        for (long at = 0; at < TEXT_BYTES * count; at += TEXT_BYTES) {
            byte[] text = new byte[TEXT_BYTES];
            int first = left.get(BYTE, at);
            int second = Math.min(right.get(BYTE, at), TEXT_BYTES - 1 - first);
            text[0] = (byte) (first + second);
            MemorySegment.copy(left, BYTE, at + 1, text, 1, first);
            MemorySegment.copy(right, BYTE, at + 1, text, 1 + first, second);
            MemorySegment.copy(text, 0, right, BYTE, at, TEXT_BYTES);
        }
    }

    /**
     * Affine maps modulo 256 in the first two bytes of an element, one after the other; in the others sums, and a last
     * one that wins.
     */
    static Drawn maps(int bytes) {
        UserOperation operation = (left, right, count) -> {
            for (long at = 0; at < bytes * count; at += bytes) {
                byte a = left.get(BYTE, at);
                byte b = left.get(BYTE, at + 1);
                right.set(BYTE, at + 1, (byte) (a * right.get(BYTE, at + 1) + b));
                right.set(BYTE, at, (byte) (a * right.get(BYTE, at)));
                for (int k = 2; k < bytes - 1; k++) {
                    right.set(BYTE, at + k, (byte) (left.get(BYTE, at + k) + right.get(BYTE, at + k)));
                }
            }
        };
        return new Drawn(Reduction.userOrdered(bytes, operation), operation);
    }
}
