package org.pgas.launch;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code pgas} command. */
@Command(name = "pgas", mixinStandardHelpOptions = true)
public final class Pgas implements Runnable {
    private Pgas() {}

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    /**
     * Runs the command line.
     *
     * @param args the words after {@code pgas}
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Pgas()).execute(args));
    }
}
