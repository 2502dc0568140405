package org.pgas.launch;

/** Tells shutdown hooks why they run, which Java has no call for. */
final class ShutdownReason {
    /** The JVM answers a signal on a thread of this name, which waits until the hooks have run. */
    private static final String THREAD_SUFFIX = " handler";

    private ShutdownReason() {}

    /**
     * How a job ends when this JVM, its launcher, ends.
     *
     * @param who this JVM's part in the job, for people
     */
    static JobEnd end(String who) {
        String signal = signal();
        int number = Signals.number(signal);
        return new JobEnd(Signals.exitCode(number == 0 ? Signals.TERMINATE : number),
                number == 0 ? who + " is ending" : who + " received " + signal);
    }

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
