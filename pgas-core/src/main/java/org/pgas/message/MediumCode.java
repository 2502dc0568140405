package org.pgas.message;

/** What runs for a medium message. */
@FunctionalInterface
public interface MediumCode {
    void run(Delivery message, PayloadCore data);
}
