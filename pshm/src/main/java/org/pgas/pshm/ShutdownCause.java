package org.pgas.pshm;

/**
 * Why the JVM is shutting down. It does not tell its hooks; but a caller of exit is still on the stack, waiting.
 *
 * @param kind what began it
 * @param signal the signal's name, for kind SIGNAL, else empty
 */
record ShutdownCause(Kind kind, String signal) {
    enum Kind {
        /** Every thread that counts has ended: nobody called exit. */
        MAIN_RETURNED,
        /** {@code System.exit} or {@code Runtime.exit}. */
        EXIT_CALLED,
        /** SIGTERM, SIGINT or SIGHUP. */
        SIGNAL
    }

    private static final String HANDLER_SUFFIX = " handler";

    static ShutdownCause find() {
        for (var entry : Thread.getAllStackTraces().entrySet()) {
            for (StackTraceElement frame : entry.getValue()) {
                String name = entry.getKey().getName();
                if (frame.getClassName().startsWith("java.lang.Terminator")) {
                    String signal = name.endsWith(HANDLER_SUFFIX)
                            ? name.substring(0, name.length() - HANDLER_SUFFIX.length())
                            : "SIGTERM";
                    return new ShutdownCause(Kind.SIGNAL, signal);
                }
                if (frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit")
                        && !isSignalHandler(entry.getValue())) {
                    return new ShutdownCause(Kind.EXIT_CALLED, "");
                }
            }
        }
        return new ShutdownCause(Kind.MAIN_RETURNED, "");
    }

    private static boolean isSignalHandler(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith("java.lang.Terminator")) {
                return true;
            }
        }
        return false;
    }
}
