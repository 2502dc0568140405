package org.pgas.far;

import org.pgas.AccumulateType;

/** What an accumulate multiplies its source by: {@code Scale} of the atomics, which the message path takes as it is. */
public interface Scaling {
    /** The type of the elements. */
    AccumulateType type();

    /** The bits of the factor, or of its real part: of an int or a float, in the low half. */
    long real();

    /** The bits of the imaginary part; 0 for types that are not complex. */
    long imaginary();
}
