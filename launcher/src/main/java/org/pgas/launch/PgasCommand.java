package org.pgas.launch;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pgas.PgasException;
import org.pgas.Setting;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The words and options of the {@code pgas} command. */
@Command(name = "pgas", description = "Runs programs of several JVMs that share memory.",
        mixinStandardHelpOptions = true, versionProvider = PgasCommand.Versions.class)
final class PgasCommand implements Runnable {
    static final int USAGE_ERROR = 2;

    /** By name, in the order of the help text. */
    private static final Map<String, Class<?>> COMMANDS = commands();

    @Spec
    private CommandSpec spec;

    PgasCommand() {}

    @Override
    public void run() {
        List<String> names = spec.subcommands().values().stream().map(CommandLine::getCommandSpec)
                .filter(each -> !each.usageMessage().hidden()).map(CommandSpec::name).toList();
        throw new ParameterException(spec.commandLine(), "say what to do: " + String.join(", ", names));
    }

    private static Map<String, Class<?>> commands() {
        Map<String, Class<?>> commands = new LinkedHashMap<>();
        commands.put("run", RunCommand.class);
        commands.put("ps", PsCommand.class);
        commands.put("stat", StatCommand.class);
        commands.put("top", TopCommand.class);
        commands.put("stack", StackCommand.class);
        commands.put("clean", CleanCommand.class);
        commands.put("info", InfoCommand.class);
        commands.put("help", HelpCommand.class);
        return Collections.unmodifiableMap(commands);
    }

    /** @param words to be executed: the first says which commands have to be known */
    static CommandLine commandLine(String... words) {
        return commandLine(PgasCommand.class.getClassLoader(), words);
    }

    /** @param loader finds the commands that other modules bring */
    static CommandLine commandLine(ClassLoader loader, String... words) {
        CommandLine line = new CommandLine(new PgasCommand());
        String first = words.length == 0 ? "" : words[0];
        addOwn(line, first);
        Subcommands.addTo(line, loader, first);
        line.setParameterExceptionHandler(PgasCommand::explain);
        line.setExecutionExceptionHandler((e, command, parsed) -> explain(e, command));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        CommandLine run = line.getSubcommands().get("run");
        if (run != null) {
            run.setStopAtPositional(true);
            run.getCommandSpec().usageMessage().footer(settings());
        }
        return line;
    }

    /**
     * Only the one that is called, or all when it is none of them or help: to learn a command's options takes
     * milliseconds.
     */
    static void addOwn(CommandLine line, String first) {
        COMMANDS.forEach((name, command) -> {
            if (name.equals(first) || !COMMANDS.containsKey(first) || first.equals("help")) {
                line.addSubcommand(name, command);
            }
        });
    }

    /** Two lines a setting. */
    private static String[] settings() {
        return Arrays.stream(Setting.values())
                .flatMap(each -> Stream.of("  " + each.key() + " [" + each.fallback() + "]",
                        "      " + each.description()))
                .map(line -> line.replace("%", "%%"))
                .toArray(String[]::new);
    }

    private static int explain(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        String unknown = unknownOption(e);
        err.println("pgas: " + (unknown != null ? "unknown option: '" + unknown + "'" : message(e)));
        String nearest = nearest(e);
        err.println(nearest != null
                ? "Did you mean " + nearest + "?"
                : "Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return USAGE_ERROR;
    }

    /**
     * The option that there is not, when a word is missing that the command has to have; else null.
     */
    private static String unknownOption(ParameterException e) {
        List<String> unmatched = e.getCommandLine().getUnmatchedArguments();
        return e instanceof MissingParameterException && !unmatched.isEmpty() && unmatched.getFirst().startsWith("-")
                ? unmatched.getFirst()
                : null;
    }

    /** Options that are missing are named as people type them, by their short names. */
    private static String message(ParameterException e) {
        if (!(e instanceof MissingParameterException missing)
                || !e.getMessage().startsWith("Missing required option")) {
            return decapitalised(e.getMessage());
        }
        return "missing: " + missing.getMissing().stream()
                .map(each -> each instanceof OptionSpec option
                        ? option.shortestName() + " " + option.paramLabel()
                        : each.paramLabel())
                .collect(Collectors.joining(", "));
    }

    /** The option or command that the user may have meant, when there is none of the name that was given; else null. */
    private static String nearest(ParameterException e) {
        String word = e instanceof UnmatchedArgumentException unknown && !unknown.getUnmatched().isEmpty()
                ? unknown.getUnmatched().getFirst()
                : unknownOption(e);
        if (word == null) {
            return null;
        }
        CommandSpec known = e.getCommandLine().getCommandSpec();
        return Spelling.nearest(word.split("=", 2)[0], word.startsWith("-")
                ? known.options().stream().flatMap(option -> Stream.of(option.names())).toList()
                : known.subcommands().keySet());
    }

    private static int explain(Exception e, CommandLine command) throws Exception {
        if (!(e instanceof PgasException p)) {
            throw e;
        }
        return QuickCommand.explain(p, command.getErr());
    }

    private static String decapitalised(String text) {
        boolean isWord = text != null && text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return isWord ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
    }

    /** What {@code --version} prints. */
    static final class Versions implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return VersionText.lines();
        }
    }
}
