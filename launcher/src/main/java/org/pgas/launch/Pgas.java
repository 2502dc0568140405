package org.pgas.launch;

/**
 * The {@code pgas} command. This class needs no other one before it can say that others are missing: where too few files may be open, the
 * virtual machine cannot open all jars.
 */
public final class Pgas {
    private Pgas() {}

    /**
     * Runs the command line and ends the JVM with its exit code.
     *
     * @param args the words after {@code pgas}
     * @throws InterruptedException if its thread is interrupted while a job runs; the job ends
     */
    public static void main(String[] args) throws InterruptedException {
        System.exit(execute(args));
    }

    private static int execute(String... args) throws InterruptedException {
        try {
            Integer code = QuickCommand.execute(args);
            return code != null ? code : PgasCommand.commandLine(args).execute(args);
        } catch (LinkageError | TypeNotPresentException e) {
            // a jar that cannot be opened for want of files looks like one that is not there
            System.err.println("pgas: a class of the launcher cannot be loaded (" + e.getMessage()
                    + "): may too few files be open (ulimit -n: 64 at least), or is a jar missing?");
            return 1;
        }
    }
}
