package org.pgas.message;

/** What runs for a short message. */
@FunctionalInterface
public interface ShortCode {
    void run(Delivery message);
}
