package org.pgas.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.pgas.launch.agents.HostRanks;

/**
 * The command that starts an agent on a host, or {@code pgas} itself, to look at jobs there. Where the script has
 * started this launcher, it is the script of the same name there, which takes the JDK and the build that it finds on
 * its host. Else it is this launcher's java and class path, which are to be found there by the same names. To an agent
 * the command says nothing of the job: all users can read it.
 *
 * @param words in place of ssh: a command that is given the host and the agent's command, word by word; empty for ssh
 * @param script which is called there, with what it is to know of this launcher; empty for java
 */
record AgentCommand(List<String> words, List<String> script) implements AgentWay.Opener {
    /**
     * Takes a command out of the group of the launcher's terminal, where an interrupt would end it before it could
     * tell of the job's end.
     */
    private static final String APART = "setsid";

    /**
     * No password can be asked for: standard input is the agent's. A host that is down is given up soon; and one that
     * does not answer any more within minutes, so that no ssh is left of a launcher that was killed.
     */
    private static final List<String> SSH = List.of("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20",
            "-o", "ServerAliveInterval=60", "-o", "ServerAliveCountMax=3");

    /** Commands that make one line of all words, which a shell takes apart. */
    private static final Set<String> WITH_SHELL = Set.of("ssh", "rsh");

    /** The file with the JVM's options for every launcher. */
    private static final String FLAGS = "launcher.args";

    /** The file with those for an agent, which come behind them. */
    private static final String AGENT_FLAGS = "agent.args";

    /** What the script is told to start. */
    private static final String AGENT = "agent";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /** @param text the words, between blanks; null for ssh */
    static AgentCommand parse(String text) {
        return new AgentCommand(text == null ? List.of()
                : Arrays.stream(text.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList(),
                ThisJvm.script());
    }

    @Override
    public boolean isOfHost() {
        return !script.isEmpty();
    }

    /** The name of the command that leads to hosts, for people. */
    String name() {
        return words.isEmpty() ? SSH.getFirst() : words.getFirst();
    }

    @Override
    public AgentWay open(HostRanks host) throws IOException {
        return ProcessWay.start(of(host.host()), name());
    }

    /** The way to an agent of this host, which is started without another command. */
    AgentWay openHere() throws IOException {
        List<String> command = new ArrayList<>(List.of(APART));
        command.addAll(agent());
        return ProcessWay.start(command, "its process");
    }

    /** The whole command of an agent. */
    List<String> of(String host) {
        List<String> command = new ArrayList<>(List.of(APART));
        command.addAll(to(host, agent()));
        return command;
    }

    /** The whole command of {@code pgas} with these words, which an interrupt of the terminal ends with the caller. */
    List<String> ofTool(String host, List<String> tool) {
        List<String> command = new ArrayList<>(script);
        if (script.isEmpty()) {
            command.addAll(java(FLAGS));
            command.addAll(List.of("-cp", classPath(), Pgas.class.getName()));
        }
        command.addAll(tool);
        return to(host, command);
    }

    private List<String> to(String host, List<String> there) {
        List<String> command = new ArrayList<>(words.isEmpty() ? SSH : words);
        command.add(host);
        boolean isTakenApart = isTakenApart();
        there.forEach(word -> command.add(isTakenApart ? quoted(word) : word));
        return command;
    }

    /** Whether a shell gets the agent's words, as one line. */
    boolean isTakenApart() {
        return WITH_SHELL.contains(name().replaceFirst(".*/", ""));
    }

    private List<String> agent() {
        if (!script.isEmpty()) {
            List<String> command = new ArrayList<>(script);
            command.add(AGENT);
            return command;
        }
        List<String> command = java(FLAGS, AGENT_FLAGS);
        command.addAll(List.of("-cp", classPath(), HostAgent.class.getName()));
        return command;
    }

    private static List<String> java(String... flags) {
        List<String> command = new ArrayList<>(List.of(ThisJvm.java().toString()));
        for (String each : flags) {
            ArgumentFile.resource(each).lines().map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(command::add);
        }
        return command;
    }

    private static String classPath() {
        return ThisJvm.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** As a word for a shell. */
    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
