package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/**
 * The predefined operations. {@link Window#accumulate} and its siblings do to each element of the target
 * {@code target = target op origin}; a reduction does {@code inout = in op inout}.
 *
 * <p><b>Domains.</b> Integers are INT8, UINT8, SHORT, UINT16, INT, UINT32, LONG and UINT64; {@link #isDefinedOn}
 * answers for any datatype. A derived datatype of elements that are all of one kind is legal wherever that kind is.
 *
 * <p><b>Numbers.</b> Sums and products of integers wrap around; of FLOAT and DOUBLE they are Java's, rounded to
 * nearest, and with a NaN they are a NaN, with undefined bits. Of complex numbers each part of a sum is the sum of the
 * parts, and a product is {@code (ac - bd, ad + bc)}, each operation rounded by itself; infinities are not treated
 * specially.
 *
 * <p><b>NaN and zeros.</b> MAX and MIN of FLOAT and DOUBLE store the origin's element unless the target's is greater or
 * less, as {@code org.pgas.atomics} domains do: so with a NaN on either side, and with 0.0 and -0.0, the origin's
 * element is stored, with its bits. They are not {@link Math#max(double, double)} and its sibling. MAXLOC and MINLOC
 * treat a NaN likewise; two zeros are equal there. With such numbers, the result of several ranks' updates depends on
 * their order; with all others it does not.
 *
 * <p>Source: MPI-2 MPI_Op, predefined operations; MPI-3 MPI_NO_OP.
 */
public enum Op implements ReduceOp {
    /**
     * The greater one; without sign of UINT8, UINT16, UINT32 and UINT64. On integers, FLOAT and DOUBLE. Source:
     * MPI_MAX.
     */
    MAX("integers, FLOAT and DOUBLE"),

    /**
     * The lesser one; without sign of UINT8, UINT16, UINT32 and UINT64. On integers, FLOAT and DOUBLE. Source: MPI_MIN.
     */
    MIN("integers, FLOAT and DOUBLE"),

    /** The sum. On integers, FLOAT, DOUBLE, FLOAT_COMPLEX and DOUBLE_COMPLEX. Source: MPI_SUM. */
    SUM("integers, floating-point and complex numbers"),

    /** The product. On integers, FLOAT, DOUBLE, FLOAT_COMPLEX and DOUBLE_COMPLEX. Source: MPI_PROD. */
    PROD("integers, floating-point and complex numbers"),

    /** 1 if both are not 0, else 0. On integers and BOOLEAN. Source: MPI_LAND. */
    LAND("integers and BOOLEAN"),

    /** Each bit that is set in both. On integers and BYTE. Source: MPI_BAND. */
    BAND("integers and BYTE"),

    /** 1 if one of them is not 0, or both, else 0. On integers and BOOLEAN. Source: MPI_LOR. */
    LOR("integers and BOOLEAN"),

    /** Each bit that is set in one of them, or both. On integers and BYTE. Source: MPI_BOR. */
    BOR("integers and BYTE"),

    /** 1 if exactly one of them is not 0, else 0. On integers and BOOLEAN. Source: MPI_LXOR. */
    LXOR("integers and BOOLEAN"),

    /** Each bit that is set in exactly one of them. On integers and BYTE. Source: MPI_BXOR. */
    BXOR("integers and BYTE"),

    /**
     * The pair with the greater value; of equal values, the one with the lower index; if that is equal too, the target
     * stays as it is. On FLOAT_INT, DOUBLE_INT, LONG_INT, SHORT_INT and TWO_INT. Source: MPI_MAXLOC.
     */
    MAXLOC("pairs of a value and an int"),

    /**
     * The pair with the lesser value; of equal values, the one with the lower index; if that is equal too, the target
     * stays as it is. On FLOAT_INT, DOUBLE_INT, LONG_INT, SHORT_INT and TWO_INT. Source: MPI_MINLOC.
     */
    MINLOC("pairs of a value and an int"),

    /** The origin's element: a put that is atomic for each element. On everything. Source: MPI_REPLACE. */
    REPLACE("all datatypes"),

    /**
     * The target stays as it is: with {@link Window#getAccumulate} a get that is atomic for each element. On
     * everything. Source: MPI-3 MPI_NO_OP.
     */
    NO_OP("all datatypes");

    private final String domain;

    Op(String domain) {
        this.domain = domain;
    }

    /** True: all of them are. */
    @Override
    public boolean isCommutative() {
        return true;
    }

    /** Not where its elements are of several kinds. {@link #REPLACE} and {@link #NO_OP} are defined for accumulates. */
    @Override
    public boolean isDefinedOn(Datatype type) {
        Basic basic = type.uniform();
        return basic != null && isDefinedFor(basic);
    }

    @Override
    public void reduceLocal(MemorySegment in, MemorySegment inout, long count, Datatype type) {
        LocalReduction.reduce(this, in, inout, count, type);
    }

    /** The kinds it is defined on, for messages, such as "integers and BOOLEAN". */
    String domain() {
        return domain;
    }

    /** Whether the operation is defined for elements of a kind. */
    boolean isDefinedFor(Basic basic) {
        return switch (this) {
            case MAX, MIN -> isInteger(basic) || basic == Basic.FLOAT || basic == Basic.DOUBLE;
            case SUM, PROD -> isInteger(basic) || basic == Basic.FLOAT || basic == Basic.DOUBLE
                    || basic == Basic.FLOAT_COMPLEX || basic == Basic.DOUBLE_COMPLEX;
            case LAND, LOR, LXOR -> isInteger(basic) || basic == Basic.BOOLEAN;
            case BAND, BOR, BXOR -> isInteger(basic) || basic == Basic.BYTE;
            case MAXLOC, MINLOC -> basic.isPair();
            case REPLACE, NO_OP -> true;
        };
    }

    private static boolean isInteger(Basic basic) {
        return switch (basic) {
            case INT8, UINT8, SHORT, UINT16, INT, UINT32, LONG, UINT64 -> true;
            case BYTE, BOOLEAN, CHAR, FLOAT, DOUBLE, FLOAT_COMPLEX, DOUBLE_COMPLEX, FLOAT_INT, DOUBLE_INT, LONG_INT,
                    SHORT_INT, TWO_INT ->
                false;
        };
    }
}
