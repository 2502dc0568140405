package org.pgas.launch;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.PicocliException;
import picocli.CommandLine.Unmatched;

/**
 * Adds to the command line what other modules bring, and, for those of ours that are not there, a word on where to get
 * them.
 */
final class Subcommands {
    /** Commands of this project that are modules of their own, by the artifact that has them. */
    private static final Map<String, String> ARTIFACTS = Map.of("bench", "pgas-bench");

    /** A search that fails may fail again and again. */
    private static final int MOST = 100;

    private Subcommands() {}

    /**
     * Adds all of them.
     *
     * @param first the first word of the command line; when it is a command that is here already, nothing is looked
     *            for, since a search opens every jar of the class path
     */
    static void addTo(CommandLine line, ClassLoader loader, String first) {
        if (line.getSubcommands().containsKey(first) && !first.equals("help")) {
            return;
        }
        Iterator<Subcommand> others = ServiceLoader.load(Subcommand.class, loader).iterator();
        // behind one that is of no use there may be others
        int tried = 0;
        while (tried < MOST && addNext(line, others)) {
            tried++;
        }
        new TreeMap<>(ARTIFACTS).forEach((name, artifact) -> {
            if (!line.getSubcommands().containsKey(name)) {
                line.addSubcommand(name, new Absent(name, artifact));
            }
        });
    }

    /** False when there are no more. */
    private static boolean addNext(CommandLine line, Iterator<Subcommand> others) {
        try {
            if (!others.hasNext()) {
                return false;
            }
            CommandLine other = new CommandLine(others.next());
            for (String name : other.getCommandSpec().names()) {
                // picocli refuses it too, when it has replaced the one that is here
                if (line.getSubcommands().containsKey(name)) {
                    line.getErr().println("pgas: " + other.getCommand().getClass().getName()
                            + " on the class path cannot be used: there is a command '" + name + "' already");
                    return true;
                }
            }
            line.addSubcommand(other);
        } catch (ServiceConfigurationError | PicocliException e) {
            line.getErr().println("pgas: a command on the class path cannot be used: " + e.getMessage());
        }
        return true;
    }

    /** Stands for a command of a module that is not there. */
    @Command(hidden = true)
    private static final class Absent implements Callable<Integer> {
        private final String name;
        private final String artifact;

        /** Whatever follows: the command would know what it means. */
        @Unmatched
        private List<String> words = new ArrayList<>();

        Absent(String name, String artifact) {
            this.name = name;
            this.artifact = artifact;
        }

        @Override
        public Integer call() {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "pgas " + name
                    + " is a module of its own, which is not on the class path: add org.pgas:" + artifact + ":"
                    + Version.RELEASE + " and what it depends on");
        }
    }
}
