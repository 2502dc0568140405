package org.pgas.coll;

import java.util.Objects;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.refusal.Refusals;

/**
 * What a reduction does to its elements: their type and the operation. Immutable, for any team and thread.
 *
 * <p>The result of every reduction is the left fold of the members' operands in the order of ranks, {@code ((s0 op s1)
 * op s2) ...}, element by element: bitwise the same on all ranks and in all runs, whatever the size and the way of the
 * data, also for operations that are not associative, such as sums of floating-point numbers. Excepted are the sign and
 * the payload bits of a NaN that is computed of NaNs: processors keep those of one or the other operand, and which one
 * may differ between runs and ranks.
 *
 * <p>Built-in operations are those of {@link Opcode}: integers wrap around, and MIN and MAX are {@code left < right ?
 * left : right} and {@code left > right ? left : right} also of floating-point numbers. So where one of the two is a
 * NaN, or both are zeros, the result is the right one. A user operation has to be associative. Whether it is
 * commutative the program says, as in GASNet-EX; the order is kept for either.
 *
 * <p>All members of the team give the same type, element size and built-in operation. User operations cannot be
 * compared; that all do the same is the program's promise.
 *
 * <p>Source: GASNet-EX "Computational" collectives: types and opcodes, GEX_OP_USER, GEX_OP_USER_NC, GEX_DT_USER.
 */
public final class Reduction {
    private final DataType type;
    private final Opcode opcode;
    private final long elementBytes;
    private final boolean commutative;
    private final ReductionKernel kernel;

    private Reduction(DataType type, Opcode opcode, long elementBytes, boolean commutative, ReductionKernel kernel) {
        this.type = type;
        this.opcode = opcode;
        this.elementBytes = elementBytes;
        this.commutative = commutative;
        this.kernel = kernel;
    }

    /**
     * A built-in operation.
     *
     * @param opcode ADD, MULT, MIN or MAX; or AND, OR or XOR of integers
     */
    public static Reduction of(DataType type, Opcode opcode) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(opcode, "opcode");
        switch (opcode) {
            case ADD, MULT, MIN, MAX -> {
            }
            case AND, OR, XOR -> {
                if (!type.isInteger()) {
                    throw Refusals.OF_NO_RANK.bad("Reduction.of", opcode + " is for integers only, not for " + type
                            + ": legal for it are ADD, MULT, MIN and MAX");
                }
            }
            default -> throw Refusals.OF_NO_RANK.bad("Reduction.of", opcode
                    + " is no operation of a reduction: legal are ADD, MULT, MIN, MAX, and of integers AND, OR and "
                    + "XOR");
        }
        return new Reduction(type, opcode, type.bytes(), true, BuiltInKernel.of(type, opcode));
    }

    /**
     * A user operation on a built-in type that is associative and commutative.
     *
     * <p>Source: GASNet-EX GEX_OP_USER.
     */
    public static Reduction user(DataType type, UserOperation operation) {
        return user(type, operation, true);
    }

    /**
     * A user operation on a built-in type that is associative, but not commutative.
     *
     * <p>Source: GASNet-EX GEX_OP_USER_NC.
     */
    public static Reduction userOrdered(DataType type, UserOperation operation) {
        return user(type, operation, false);
    }

    private static Reduction user(DataType type, UserOperation operation, boolean commutative) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(operation, "operation");
        return new Reduction(type, null, type.bytes(), commutative, new UserKernel(operation, type.bytes()));
    }

    /**
     * A user operation on elements of a user data type, that is associative and commutative.
     *
     * @param elementBytes size of an element, any number from 1
     *
     * <p>Source: GASNet-EX GEX_DT_USER, GEX_OP_USER.
     */
    public static Reduction user(long elementBytes, UserOperation operation) {
        return user("Reduction.user", elementBytes, operation, true);
    }

    /**
     * A user operation on elements of a user data type, that is associative, but not commutative.
     *
     * @param elementBytes size of an element, any number from 1
     *
     * <p>Source: GASNet-EX GEX_DT_USER, GEX_OP_USER_NC.
     */
    public static Reduction userOrdered(long elementBytes, UserOperation operation) {
        return user("Reduction.userOrdered", elementBytes, operation, false);
    }

    private static Reduction user(String call, long elementBytes, UserOperation operation, boolean commutative) {
        Objects.requireNonNull(operation, "operation");
        if (elementBytes < 1) {
            throw Refusals.OF_NO_RANK.bad(call, "elements of " + elementBytes + " bytes: they must have at least 1");
        }
        return new Reduction(null, null, elementBytes, commutative, new UserKernel(operation, elementBytes));
    }

    /** The type of elements, or null if it is a user data type. */
    public DataType type() {
        return type;
    }

    /** The operation, or null if it is a user operation. */
    public Opcode opcode() {
        return opcode;
    }

    /** Size of an element. */
    public long elementBytes() {
        return elementBytes;
    }

    /** Whether operands may change places: those of built-in operations may; of others the program has said it. */
    public boolean isCommutative() {
        return commutative;
    }

    /** The operation, built-in or not, as loops over vectors. */
    ReductionKernel kernel() {
        return kernel;
    }

    /** The type and the operation, in a form for messages. */
    @Override
    public String toString() {
        String elements = type == null ? elementBytes + "-byte elements" : type.toString();
        return opcode != null ? opcode + " of " + elements
                : (commutative ? "user operation on " : "ordered user operation on ") + elements;
    }
}
