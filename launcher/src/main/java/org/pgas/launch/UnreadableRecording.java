package org.pgas.launch;

/** A file that is no whole recording. */
final class UnreadableRecording extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableRecording(Exception cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }
}
