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
 * The command that starts an agent on a host, or {@code pgas} itself, to look at jobs there: this launcher's java and
 * class path, which are to be found there by the same names. To an agent it says nothing of the job: all users can read
 * a command.
 *
 * @param words in place of ssh: a command that is given the host and the agent's command, word by word; empty for ssh
 */
record AgentCommand(List<String> words) implements AgentWay.Opener {
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

    /** What the virtual machine says, such as warnings and stacks for SIGQUIT, is no frame: to standard error. */
    private static final List<String> VM_OUTPUT = List.of("-XX:+DisplayVMOutputToStderr", "-Xlog:disable",
            "-Xlog:all=warning,aot=off,cds=off:stderr");

    private static final String FLAGS = "launcher.args";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /** @param text the words, between blanks; null for ssh */
    static AgentCommand parse(String text) {
        return new AgentCommand(text == null ? List.of()
                : Arrays.stream(text.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList());
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
    static AgentWay openHere() throws IOException {
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
        List<String> command = java();
        command.addAll(List.of("-cp", classPath(), Pgas.class.getName()));
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

    private static List<String> agent() {
        List<String> command = java();
        command.addAll(VM_OUTPUT);
        command.addAll(List.of("-Xmx128m", "-cp", classPath(), HostAgent.class.getName()));
        return command;
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>(List.of(ThisJvm.java().toString()));
        ArgumentFile.resource(FLAGS).lines().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(command::add);
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
