package org.pgas.compare.peers;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.pcj.ExecutionBuilder;
import org.pcj.PCJ;

/**
 * Rows of PCJ, under the library id {@code pcj}: {@link PcjRows} for 2 ranks and for more. Each rank is a node with one
 * thread, in a JVM of its own, and they are connected by sockets, of the loopback interface on one host: PCJ has no
 * shared memory between JVMs.
 */
public final class Pcj {
    static final String ARGUMENTS = "pgas.arguments";
    private static final String SEPARATOR = "\n";

    /** It tells of starts and retries otherwise. Kept, since a logger that nobody holds forgets its level. */
    private static final Logger LOG = Logger.getLogger("org.pcj");

    private Pcj() {}

    /** See the usage line of {@link Options} for the arguments; {@code --port} is needed. */
    public static void main(String[] arguments) {
        Options options = Options.parse(List.of(arguments));
        if (options.port() <= 0) {
            throw new IllegalArgumentException("PCJ needs --port, the first of " + options.size() + " ports in a row");
        }
        LOG.setLevel(Level.SEVERE);
        ExecutionBuilder builder = PCJ.executionBuilder(PcjRows.class);
        for (int rank = 0; rank < options.size(); rank++) {
            builder.addNode(options.host(rank) + ":" + (options.port() + rank));
        }
        // which of the nodes this one is; how it waits for rank 0, in seconds; and PCJ makes the object that runs
        builder.addProperty("pcj.port", Integer.toString(options.port() + options.rank()))
                .addProperty("pcj.init.retry.delay", "0").addProperty("pcj.init.retry.count", "20")
                .addProperty(ARGUMENTS, String.join(SEPARATOR, arguments)).start();
    }

    /** Of this JVM. */
    static Options options() {
        return Options.parse(List.of(PCJ.getProperty(ARGUMENTS).split(SEPARATOR, -1)));
    }
}
