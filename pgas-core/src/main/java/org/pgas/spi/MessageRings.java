package org.pgas.spi;

/** Which ranks put messages into one ring. */
public enum MessageRings {
    /** The conduit's choice. */
    AUTO,
    /** One rank: a ring for each ordered pair of ranks. Fastest, and the memory grows with the square of the ranks. */
    PAIR,
    /** All ranks: a ring for each receiver. */
    SHARED
}
