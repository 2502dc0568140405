package org.pgas.launch;

/** Tells shutdown hooks why they run, which Java has no call for. */
final class ShutdownReason {
    /** The JVM answers a signal on a thread of this name, which waits until the hooks have run. */
    private static final String THREAD_SUFFIX = " handler";

    private ShutdownReason() {}

    /** The signal that ends this JVM, such as "SIGTERM"; empty when it ends for another reason. */
    static String signal() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            String name = thread.getName();
            if (name.startsWith("SIG") && name.endsWith(THREAD_SUFFIX)) {
                return name.substring(0, name.length() - THREAD_SUFFIX.length());
            }
        }
        return "";
    }
}
