package org.pgas;

/**
 * What a datum x must be, compared with a value v, for a wait or test on a local word to succeed.
 *
 * <p>The first ten compare, the other four look at the bits that are set in v: with v = 0, {@link #ALL} and
 * {@link #NONE} hold for every datum, {@link #NALL} and {@link #ANY} for none.
 *
 * <p>Immutable; any thread. Source: MPPA 8.4.1 (mppa_async_cond_t); the first six are also OpenSHMEM's SHMEM_CMP_*.
 */
public enum WaitCondition {
    /** x != v. */
    NE,
    /** x == v. */
    EQ,
    /** x &lt; v, signed. */
    LT,
    /** x &gt;= v, signed. */
    GE,
    /** x &lt;= v, signed. */
    LE,
    /** x &gt; v, signed. */
    GT,
    /** x &lt; v, unsigned. */
    LTU,
    /** x &gt;= v, unsigned. */
    GEU,
    /** x &lt;= v, unsigned. */
    LEU,
    /** x &gt; v, unsigned. */
    GTU,
    /** (x &amp; v) == v: all bits of v are set. */
    ALL,
    /** (x &amp; v) != v: not all bits of v are set. */
    NALL,
    /** (x &amp; v) != 0: some bit of v is set. */
    ANY,
    /** (x &amp; v) == 0: no bit of v is set. */
    NONE;

    /**
     * Whether the condition holds. For words of 32 bits as well: two ints that are widened as Java widens them, both
     * with their sign, compare in all fourteen ways as they do in 32 bits.
     */
    public boolean holds(long datum, long value) {
        return switch (this) {
            case NE -> datum != value;
            case EQ -> datum == value;
            case LT -> datum < value;
            case GE -> datum >= value;
            case LE -> datum <= value;
            case GT -> datum > value;
            case LTU -> Long.compareUnsigned(datum, value) < 0;
            case GEU -> Long.compareUnsigned(datum, value) >= 0;
            case LEU -> Long.compareUnsigned(datum, value) <= 0;
            case GTU -> Long.compareUnsigned(datum, value) > 0;
            case ALL -> (datum & value) == value;
            case NALL -> (datum & value) != value;
            case ANY -> (datum & value) != 0;
            case NONE -> (datum & value) == 0;
        };
    }
}
