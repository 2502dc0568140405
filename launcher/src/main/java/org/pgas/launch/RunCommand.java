package org.pgas.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.launch.agents.HostList;
import org.pgas.launch.agents.HostRanks;
import org.pgas.pshm.HostedJob;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pgas run}. */
@Command(name = "run", description = "Runs a program on N ranks, one JVM each.", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true, exitCodeListHeading = "%nThe exit code is the job's:%n", exitCodeList = {
    "0:every rank has finished",
    "1:a rank failed, or a host could not be reached or was lost",
    "2:the command line is wrong",
    "124:the job ran into --timeout",
    "141:the output, or the file of --timeline, could not be delivered",
    "128+S:a rank, or pgas itself, was ended by signal S",
    "other:what the program gave Job.exit or System.exit"}, footerHeading = "%nSettings, for -D or --set, or as environment variables (pgas.wait is PGAS_WAIT):%n")
final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = {"-n",
        "--ranks"}, paramLabel = "N", converter = RankCount.class, description = "Number of ranks, 1.."
                + GlobalPointer.MAX_RANKS + ". With --hosts: default is one for each slot.")
    private int ranks;

    @Option(names = "--hosts", paramLabel = "HOST:N,...", description = "Run on several hosts, N ranks on each, such "
            + "as a:4,b:4; standard input is read ahead, as ssh does. Ranks of other hosts find those of a host at "
            + "the name or address that is given here (pgas.wire.host).")
    private String hosts;

    @Option(names = "--hostfile", paramLabel = "FILE", description = "The same from a file with a line for each host, "
            + "such as: a slots=4")
    private Path hostfile;

    @Option(names = "--launch-with", paramLabel = "CMD", description = "What starts the agent of a host, in place of "
            + "ssh: it is given HOST and the words of a command, and has to pass on its input and output.")
    private String launchWith;

    @Option(names = "--one-per-host", description = "A scheduler (mpirun, srun, Kubernetes) has started this, and the "
            + "same on each other host of the job: -n is the ranks of all hosts together.")
    private boolean onePerHost;

    @Option(names = "--output", paramLabel = "DIR", description = "Write each rank's output to DIR/rank-R.out and DIR/rank-R.err.")
    private Path output;

    @Option(names = "--bind", description = "Give each rank a core of its own.")
    private boolean bind;

    @Option(names = "--heap", paramLabel = "SIZE", description = "Java heap of each rank, such as 512m. Default: 1g, or an equal share of half the memory if less.")
    private String heap;

    @Option(names = "--segment", paramLabel = "SIZE", description = "Setting pgas.segment.")
    private String segment;

    @Option(names = "--timeout", paramLabel = "TIME", description = "End the job with code 124 if it runs longer, such as 30s, 5m, 1h.")
    private String timeout;

    @Option(names = "--wait", paramLabel = "MODE", description = "Setting pgas.wait: spin, block or spin_block.")
    private String wait;

    @Option(names = "--dir", paramLabel = "DIR", description = "Setting pgas.dir.")
    private String directory;

    @Option(names = "--neighbourhoods", paramLabel = "K", description = "Setting pgas.neighbourhoods.")
    private String neighbourhoods;

    @Option(names = "--checks", description = "Setting pgas.checks=on.")
    private boolean checks;

    @Option(names = "--timeline", paramLabel = "FILE", description = "Write what the ranks did, and for whom they waited, to FILE (.json or .json.gz), for Perfetto or chrome://tracing.")
    private Path timeline;

    @Option(names = {"-cp",
        "--class-path"}, paramLabel = "PATH", description = "Class path of the program. Default: the variable CLASSPATH, else the current directory.")
    private String classPath;

    @Option(names = "-J", paramLabel = "OPTION", preprocessor = JvmOption.class, description = "An option for the "
            + "ranks' JVMs, as in -J-Xss4m or -J-Da=b; {rank} stands for the rank. Repeatable.")
    private List<String> jvmOptions = new ArrayList<>();

    @Option(names = {"-D",
        "--set"}, paramLabel = "KEY=VALUE", description = "A setting (pgas.*) or another system property for the ranks. Repeatable.")
    private List<String> properties = new ArrayList<>();

    @Option(names = "--verbose", description = "Print the settings in force and the ranks' commands.")
    private boolean verbose;

    /** Passed by the script, which made it. */
    @Option(names = "--class-cache", hidden = true)
    private Path classCache;

    @Parameters(index = "0", arity = "0..1", paramLabel = "PROGRAM", description = "A main class, a jar, or the name of a known program.")
    private String program;

    @Parameters(index = "1..*", paramLabel = "ARG", description = "Arguments of the program.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        List<HostRanks> placed = placed();
        if (program == null) {
            throw new ParameterException(spec.commandLine(), missingProgram());
        }
        if (onePerHost) {
            return new ScheduledHosts(ranks, Settings.read(settings()), classCache, this::scheduledLauncher, this::note)
                    .run();
        }
        Launcher launcher = launcher(placed);
        if (verbose) {
            explain(launcher, placed);
            for (HostRanks each : placed) {
                err().println("pgas: " + each.text() + ": "
                        + String.join(" ", AgentCommand.parse(launchWith).of(each.host())));
            }
            err().flush();
        }
        if (!placed.isEmpty()) {
            try (HostsJob job = launcher.startOnHosts(AgentCommand.parse(launchWith))) {
                return job.await();
            }
        }
        HostedJob.sweep(launcher.settings().path(Setting.DIR));
        try (RunningJob job = launcher.start()) {
            return job.await();
        }
    }

    private Launcher scheduledLauncher(List<HostRanks> placed) {
        Launcher launcher = launcher(placed);
        if (verbose) {
            placed.forEach(each -> note(each.text()));
            explain(launcher, placed);
        }
        return launcher;
    }

    /** The hosts and their ranks; none for this host alone, and where a scheduler has the hosts. */
    private List<HostRanks> placed() {
        if (onePerHost && (hosts != null || hostfile != null || launchWith != null)) {
            throw new ParameterException(spec.commandLine(), "--one-per-host leaves hosts to a scheduler: leave out "
                    + "--hosts, --hostfile and --launch-with");
        }
        if (hosts != null && hostfile != null) {
            throw new ParameterException(spec.commandLine(), "give --hosts or --hostfile, not both");
        }
        if (hosts != null || hostfile != null) {
            return (hosts != null ? HostList.parse(hosts) : HostList.read(hostfile)).place(ranks);
        }
        if (launchWith != null) {
            throw new ParameterException(spec.commandLine(),
                    "--launch-with needs hosts: name them with --hosts or --hostfile");
        }
        if (ranks == 0) {
            throw new MissingParameterException(spec.commandLine(), spec.optionsMap().get("-n"),
                    "Missing required option: '-n'");
        }
        return List.of();
    }

    private void tell(JobEnd end) {
        if (!end.message().isEmpty() && end.code() != 0) {
            err().println("pgas: " + end.message() + "; job ends with " + end.code());
            err().flush();
        }
    }

    private void note(String text) {
        err().println("pgas: " + text);
        err().flush();
    }

    private Launcher launcher(List<HostRanks> placed) {
        Launcher.Builder builder = placed.isEmpty() ? Launcher.builder().ranks(ranks)
                : Launcher.builder().hosts(placed);
        builder.ownDirectories(onePerHost).bind(bind).inheritInput(true).arguments(arguments);
        builder.output(output != null
                ? RankOutput.directory(output)
                : RankOutput.prefixed(new FileOutputStream(FileDescriptor.out),
                        new FileOutputStream(FileDescriptor.err)));
        if (heap != null) {
            builder.heapBytes(Settings.parseBytes(heap, "--heap"));
        }
        builder.classCache(classCache).onEnd(this::tell).onNote(this::note);
        if (timeline != null) {
            builder.timeline(timeline);
        }
        if (timeout != null) {
            builder.timeout(Settings.parseDuration(timeout, "--timeout"));
        }
        settings().forEach(builder::setting);
        builder.jvmArguments(jvmArguments());
        Program found = Program.find(program, ThisJvm.classPath(), ownClassPath());
        return builder.classPath(found.classPath()).mainClass(found.mainClass()).build();
    }

    private Map<Setting, String> settings() {
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

    private List<String> jvmArguments() {
        List<String> all = new ArrayList<>();
        for (String property : properties) {
            if (!property.startsWith("pgas.")) {
                all.add("-D" + property);
            }
        }
        all.addAll(jvmOptions);
        return all;
    }

    private List<Path> ownClassPath() {
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

    private static String missingProgram() {
        String known = ProgramCatalog.of(RunCommand.class.getClassLoader()).table().stripTrailing();
        return "PROGRAM is missing: a main class, a jar, or the name of a known program"
                + (known.isEmpty() ? "" : "\nKnown programs:\n" + known);
    }

    private void explain(Launcher launcher, List<HostRanks> placed) {
        PrintWriter err = err();
        Settings settings = launcher.settings();
        Map<Setting, String> told = launcher.forRanks();
        for (Setting setting : Setting.values()) {
            String text = settings.isSet(setting) && (placed.isEmpty() || setting != Setting.WIRE_HOST)
                    ? settings.text(setting)
                    : setting.fallback() + " (default)";
            err.println("pgas: " + setting.key() + "=" + told.getOrDefault(setting, text));
        }
        launcher.describeCommands().forEach(line -> err.println("pgas: " + line));
        err.flush();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
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

    /** The number of ranks, refused with its legal range. */
    static final class RankCount implements CommandLine.ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            try {
                int value = Integer.parseInt(text.strip());
                if (value >= 1 && value <= GlobalPointer.MAX_RANKS) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new CommandLine.TypeConversionException(
                    "'" + text + "' is not a number of ranks: legal are 1.." + GlobalPointer.MAX_RANKS);
        }
    }
}
