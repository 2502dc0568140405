package org.pgas.spi;

/** Found by {@link java.util.ServiceLoader}; makes this JVM, or one thread of it, a rank of a job. */
public interface ConduitProvider {
    /** The name that {@code pgas.conduit} selects it by, in lower case. */
    String name();

    /** Blocks until every rank of the job has joined; throws with a message for people when that cannot be. */
    Conduit join(JoinRequest request, ConduitSettings settings);
}
