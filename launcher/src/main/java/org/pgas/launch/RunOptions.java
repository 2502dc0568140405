package org.pgas.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.launch.agents.HostList;
import org.pgas.launch.agents.HostRanks;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What was given to {@code pgas run}. Filled by picocli, or by {@link QuickCommand} where no class of picocli may be
 * loaded: until one of its converters is called, this class needs none.
 */
final class RunOptions {
    @Option(names = {"-n",
        "--ranks"}, paramLabel = "N", converter = RankCount.class,
            description = "Number of ranks, 1.."
                    + GlobalPointer.MAX_RANKS + ". With --hosts: default is one for each slot.")
    int ranks;

    @Option(names = "--hosts", paramLabel = "HOST:N,...", description = "Run on several hosts, N ranks on each, such "
            + "as a:4,b:4; standard input is read ahead, as ssh does. Ranks of other hosts find those of a host at "
            + "the name or address that is given here (pgas.wire.host).")
    String hosts;

    @Option(names = "--hostfile", paramLabel = "FILE", description = "The same from a file with a line for each host, "
            + "such as: a slots=4")
    Path hostfile;

    @Option(names = "--launch-with", paramLabel = "CMD", description = "What starts the agent of a host, in place of "
            + "ssh: it is given HOST and the words of a command, and has to pass on its input and output.")
    String launchWith;

    @Option(names = "--one-per-host", description = "A scheduler (mpirun, srun, Kubernetes) has started this, and the "
            + "same on each other host of the job: -n is the ranks of all hosts together.")
    boolean onePerHost;

    @Option(names = "--output", paramLabel = "DIR", description = "Write each rank's output to "
            + "DIR/rank-R.out and DIR/rank-R.err.")
    Path output;

    @Option(names = "--bind", description = "Give each rank a core of its own.")
    boolean bind;

    @Option(names = "--heap", paramLabel = "SIZE", description = "Java heap of each rank, such as 512m. "
            + "Default: 1g, or an equal share of half the memory if less.")
    String heap;

    @Option(names = "--segment", paramLabel = "SIZE", description = "Setting pgas.segment.")
    String segment;

    @Option(names = "--timeout", paramLabel = "TIME", description = "End the job with code 124 if it runs longer, "
            + "such as 30s, 5m, 1h.")
    String timeout;

    @Option(names = "--wait", paramLabel = "MODE", description = "Setting pgas.wait: spin, block or spin_block.")
    String wait;

    @Option(names = "--dir", paramLabel = "DIR", description = "Setting pgas.dir.")
    String directory;

    @Option(names = "--neighbourhoods", paramLabel = "K", description = "Setting pgas.neighbourhoods.")
    String neighbourhoods;

    @Option(names = "--checks", description = "Setting pgas.checks=on.")
    boolean checks;

    @Option(names = "--timeline", paramLabel = "FILE", description = "Write what the ranks did, and for whom they "
            + "waited, to FILE (.json or .json.gz), for Perfetto or chrome://tracing.")
    Path timeline;

    @Option(names = {"-cp",
        "--class-path"}, paramLabel = "PATH",
            description = "Class path of the program. Default: the "
                    + "variable CLASSPATH, else the current directory.")
    String classPath;

    @Option(names = "-J", paramLabel = "OPTION", preprocessor = JvmOption.class, description = "An option for the "
            + "ranks' JVMs, as in -J-Xss4m or -J-Da=b; {rank} stands for the rank. Repeatable.")
    List<String> jvmOptions = new ArrayList<>();

    @Option(names = {"-D",
        "--set"}, paramLabel = "KEY=VALUE",
            description = "A setting (pgas.*) or another system property "
                    + "for the ranks. Repeatable.")
    List<String> properties = new ArrayList<>();

    @Option(names = "--verbose", description = "Print the settings in force and the ranks' commands.")
    boolean verbose;

    /** Passed by the script, which made it. */
    @Option(names = "--class-cache", hidden = true)
    Path classCache;

    @Parameters(index = "0", arity = "0..1", paramLabel = "PROGRAM", description = "A main class, a jar, or "
            + "the name of a known program.")
    String program;

    @Parameters(index = "1..*", paramLabel = "ARG", description = "Arguments of the program.")
    List<String> arguments = new ArrayList<>();

    /** The hosts and their ranks; none for this host alone, and where a scheduler has the hosts. */
    List<HostRanks> placed() {
        if (onePerHost && (hosts != null || hostfile != null || launchWith != null)) {
            throw new Refusal("--one-per-host leaves hosts to a scheduler: leave out "
                    + "--hosts, --hostfile and --launch-with");
        }
        if (hosts != null && hostfile != null) {
            throw new Refusal("give --hosts or --hostfile, not both");
        }
        if (hosts != null || hostfile != null) {
            return (hosts != null ? HostList.parse(hosts) : HostList.read(hostfile)).place(ranks);
        }
        if (launchWith != null) {
            throw new Refusal("--launch-with needs hosts: name them with --hosts or --hostfile");
        }
        if (ranks == 0) {
            throw new Refusal("missing: -n N");
        }
        return List.of();
    }

    /** Those of -D, and those that have options of their own; unknown ones are refused. */
    Map<Setting, String> settings() {
        Map<String, String> given = new LinkedHashMap<>();
        for (String property : properties) {
            String[] parts = property.split("=", 2);
            if (parts[0].startsWith("pgas.")) {
                if (parts.length < 2) {
                    throw new PgasException(ErrorCode.BAD_ARGUMENT, "setting " + property + " has no value: give it as "
                            + property + "=VALUE");
                }
                given.put(parts[0], parts[1]);
            }
        }
        // refuses what is unknown
        Settings.of(Map.of(), given, Map.of());
        for (Setting own : Launcher.OWN_SETTINGS) {
            if (given.containsKey(own.key())) {
                throw new PgasException(ErrorCode.BAD_ARGUMENT, "setting " + own.key() + " is the launcher's to set");
            }
        }
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (given.containsKey(setting.key())) {
                settings.put(setting, given.get(setting.key()));
            }
        }
        put(settings, Setting.SEGMENT, segment);
        put(settings, Setting.WAIT, wait);
        put(settings, Setting.DIR, directory);
        put(settings, Setting.NEIGHBOURHOODS, neighbourhoods);
        put(settings, Setting.CHECKS, checks ? "on" : null);
        return settings;
    }

    private static void put(Map<Setting, String> settings, Setting setting, String value) {
        if (value != null) {
            settings.put(setting, value);
        }
    }

    /** Options of the ranks' JVMs. */
    List<String> jvmArguments() {
        List<String> all = new ArrayList<>();
        for (String property : properties) {
            if (!property.startsWith("pgas.")) {
                all.add("-D" + property);
            }
        }
        all.addAll(jvmOptions);
        return all;
    }

    /** The class path of the program, which comes behind that of the library. */
    List<Path> ownClassPath() {
        if (classPath != null) {
            List<Path> entries = Program.parseClassPath(classPath);
            for (Path entry : entries) {
                if (!Files.exists(entry)) {
                    throw new PgasException(ErrorCode.BAD_ARGUMENT, "class path entry " + entry + " does not exist");
                }
            }
            return entries;
        }
        String variable = Settings.read(Map.of()).environmentVariable("CLASSPATH");
        return Program.parseClassPath(variable == null || variable.isEmpty() ? "." : variable);
    }

    /** The number of ranks, refused with its legal range. */
    static int parseRanks(String text) {
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= 1 && value <= GlobalPointer.MAX_RANKS) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new Refusal("'" + text + "' is not a number of ranks: legal are 1.." + GlobalPointer.MAX_RANKS);
    }

    /** Takes the word that belongs to -J whatever it begins with: -Da=b is an option of this command too. */
    static final class JvmOption implements CommandLine.IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean apart = " ".equals(info.get("separator"));
            if (words.isEmpty() || apart && command.optionsMap().containsKey(words.peek())) {
                // the parser says that the word is missing
                return false;
            }
            List<String> options = option.getValue();
            options.add(words.pop());
            return true;
        }
    }

    /** {@link #parseRanks} for the parser, which names the option as well. */
    static final class RankCount implements CommandLine.ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            try {
                return parseRanks(text);
            } catch (Refusal e) {
                throw new CommandLine.TypeConversionException(e.getMessage());
            }
        }
    }
}
