package org.pgas.spi;

/** Connects the ranks of a job: maps segments and carries messages. */
public interface Conduit {
    /** {@return the name by which a job selects this conduit} */
    String name();
}
