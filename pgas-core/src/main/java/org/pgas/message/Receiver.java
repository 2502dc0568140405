package org.pgas.message;

/** An endpoint of this rank, as messages to it see it. */
public interface Receiver {
    int index();

    /** What it can be used for, bits of {@link Capabilities}. */
    int capabilities();

    /** The type of the API that stands for it. */
    Object face();
}
