package org.pgas.launch;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pgas.launch.agents.HostRanks;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Runs the command that was called on other hosts instead of on this one, by what leads agents there, and passes on
 * what it says. Where hosts are several, each line begins with its host. Used by one thread.
 */
final class OtherHosts {
    /** More than any command that looks at jobs ends with: it has not come to run there. */
    private static final int LEAST_FAILURE = PgasCommand.USAGE_ERROR + 1;

    /** Options by which a command looks again and again. */
    private static final List<String> LASTING = List.of("--interval", "--count");

    private final CommandSpec spec;
    private final List<HostRanks> hosts;
    private final AgentCommand way;

    OtherHosts(CommandSpec spec, List<HostRanks> hosts, AgentCommand way) {
        this.spec = spec;
        this.hosts = hosts;
        this.way = way;
    }

    /**
     * Returns when it has ended everywhere.
     *
     * @param directory that holds the jobs' files there; null for that host's default
     * @return the highest exit code of all hosts
     */
    int run(Path directory) throws InterruptedException {
        List<String> words = words(spec.commandLine().getParseResult(), directory);
        List<There> all = new ArrayList<>();
        int code = 0;
        for (HostRanks host : hosts) {
            try {
                all.add(new There(host.host(), new ProcessBuilder(way.ofTool(host.host(), words))
                        .redirectInput(Path.of("/dev/null").toFile()).start()));
            } catch (IOException e) {
                tell(spec.commandLine().getErr(), "pgas: host " + host.host() + ": " + HumanText.of(e));
                code = 1;
            }
        }
        if (isLasting()) {
            all.forEach(There::listen);
        }
        // one after the other as they were named; what a later one says waits in its pipes
        for (There each : all) {
            each.listen();
            code = Math.max(code, each.await());
        }
        return code;
    }

    /** Those that were given, without what leads there. */
    private static List<String> words(ParseResult parsed, Path directory) {
        List<String> words = new ArrayList<>(List.of(parsed.commandSpec().name()));
        for (OptionSpec option : parsed.matchedOptions()) {
            String name = option.longestName();
            if (JobsOption.NAMES.contains(name)) {
                continue;
            }
            if (option.arity().max() == 0) {
                words.add(name);
            } else {
                option.originalStringValues().forEach(value -> words.add(name + "=" + value));
            }
        }
        if (directory != null) {
            words.add(JobsOption.DIRECTORY + "=" + directory);
        }
        parsed.matchedPositionals().forEach(each -> words.addAll(each.originalStringValues()));
        return words;
    }

    /** Whether all hosts have to be heard at once. */
    private boolean isLasting() {
        ParseResult parsed = spec.commandLine().getParseResult();
        return spec.name().equals("top")
                || LASTING.stream().anyMatch(each -> spec.findOption(each) != null && parsed.hasMatchedOption(each));
    }

    private static synchronized void tell(PrintWriter to, String line) {
        to.println(line);
        to.flush();
    }

    /** The command on one host. */
    private final class There {
        private final String host;
        private final Process process;
        private final List<Pump> pumps;
        private boolean isHeard;

        There(String host, Process process) {
            this.host = host;
            this.process = process;
            String begin = hosts.size() == 1 ? "" : host + ": ";
            PrintWriter out = spec.commandLine().getOut();
            pumps = List.of(
                    pump("out", process.getInputStream(), line -> {
                        tell(out, begin + line);
                        if (Terminal.isLost(out)) {
                            process.destroy();
                        }
                    }),
                    pump("err", process.getErrorStream(), line -> tell(spec.commandLine().getErr(), begin + line)));
        }

        private Pump pump(String stream, java.io.InputStream in, java.util.function.Consumer<String> line) {
            return new Pump("from host " + host + " " + stream, in, new LineSplitter(LineTarget.texts(line)), e -> {
                // a writer keeps its failures to itself
            });
        }

        void listen() {
            if (!isHeard) {
                isHeard = true;
                pumps.forEach(Pump::start);
            }
        }

        int await() throws InterruptedException {
            int code = process.waitFor();
            for (Pump each : pumps) {
                each.awaitDrained();
            }
            if (code >= LEAST_FAILURE && !Terminal.isLost(spec.commandLine().getOut())) {
                tell(spec.commandLine().getErr(),
                        "pgas: host " + host + ": " + way.name() + " ended with code " + code);
            }
            return code;
        }
    }
}
