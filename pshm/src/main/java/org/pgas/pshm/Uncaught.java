package org.pgas.pshm;

import java.util.function.BiConsumer;

/** What becomes of uncaught exceptions in any thread of a rank's process: one handler for the whole JVM. */
final class Uncaught implements Thread.UncaughtExceptionHandler {
    private final BiConsumer<Thread, Throwable> action;

    private Uncaught(BiConsumer<Thread, Throwable> action) {
        this.action = action;
    }

    /** Has {@code action} done for exceptions of all threads, unless the program has chosen something; null then. */
    static Uncaught install(BiConsumer<Thread, Throwable> action) {
        if (Thread.getDefaultUncaughtExceptionHandler() != null) {
            return null;
        }
        Uncaught installed = new Uncaught(action);
        Thread.setDefaultUncaughtExceptionHandler(installed);
        return installed;
    }

    void uninstall() {
        if (Thread.getDefaultUncaughtExceptionHandler() == this) {
            Thread.setDefaultUncaughtExceptionHandler(null);
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        action.accept(thread, thrown);
    }

    /** Does what would have been done if no rank looked at it: what the program has chosen, or a stack trace. */
    static void pass(Thread thread, Throwable thrown) {
        if (Thread.getDefaultUncaughtExceptionHandler() instanceof Uncaught) {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            thrown.printStackTrace();
        } else {
            thread.getThreadGroup().uncaughtException(thread, thrown);
        }
    }
}
