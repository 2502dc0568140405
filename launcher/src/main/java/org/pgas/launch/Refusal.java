package org.pgas.launch;

/** A command line that cannot be followed. The message is for people, and says what is wrong with which word. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refusal(String message) {
        super(message);
    }
}
