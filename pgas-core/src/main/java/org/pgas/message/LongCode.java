package org.pgas.message;

/** What runs for a long message. */
@FunctionalInterface
public interface LongCode {
    void run(Delivery message, long targetOffset, long bytes);
}
