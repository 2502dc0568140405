package org.pgas.launch;

/**
 * The {@code pgas} command. This class needs no other one before it can say that others are missing: where too few
 * files may be open, the virtual machine cannot open all jars.
 */
public final class Pgas {
    /** No exit code. */
    private static final int FINISHED = -1;

    private Pgas() {}

    /**
     * Runs the command line and ends the JVM with its exit code.
     *
     * @param args the words after {@code pgas}
     * @throws InterruptedException if its thread is interrupted while a job runs; the job ends
     */
    public static void main(String[] args) throws InterruptedException {
        int code = execute(args);
        if (code != FINISHED) {
            System.exit(code);
        }
    }

    private static int execute(String... args) throws InterruptedException {
        try {
            Integer code = QuickCommand.execute(args);
            if (code != null) {
                // no thread is left that keeps this process; to exit would load the JDK's logging, which takes longer
                // than all that is left to do
                return code == 0 ? FINISHED : code;
            }
            return PgasCommand.commandLine(args).execute(args);
        } catch (LinkageError | TypeNotPresentException e) {
            // a jar that cannot be opened for want of files looks like one that is not there
            System.err.println("pgas: a class of the launcher cannot be loaded (" + e.getMessage()
                    + "): may too few files be open (ulimit -n: 64 at least), or is a jar missing?");
            return 1;
        }
    }
}
