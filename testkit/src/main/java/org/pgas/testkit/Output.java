package org.pgas.testkit;

/** What a process has printed, or the last part of it if that is a lot. By any thread. */
final class Output {
    private static final int MOST = 1 << 16;

    private final StringBuilder text = new StringBuilder();
    private long dropped;

    synchronized void add(String line) {
        text.append(line).append('\n');
        if (text.length() > 2 * MOST) {
            int cut = text.length() - MOST;
            text.delete(0, cut);
            dropped += cut;
        }
    }

    synchronized void clear() {
        text.setLength(0);
        dropped = 0;
    }

    @Override
    public synchronized String toString() {
        return dropped == 0 ? text.toString() : "(the first " + dropped + " characters are left out)\n" + text;
    }
}
