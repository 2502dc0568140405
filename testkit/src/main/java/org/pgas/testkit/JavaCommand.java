package org.pgas.testkit;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command that starts a JVM like this one: the same class path and flags, without agents and with a small heap. */
final class JavaCommand {
    /** Flags that would make the two JVMs fight for a port, a file or memory, or that attach a debugger. */
    private static final List<String> NOT_INHERITED = List.of(
            "-agentlib:", "-agentpath:", "-javaagent:", "-Xdebug", "-Xrunjdwp", "-Dcom.sun.management.jmxremote",
            "-Xmx",
            "-Xms", "-Xmn", "-XX:MaxHeapSize", "-XX:InitialHeapSize", "-XX:MaxRAM", "-XX:InitialRAM", "-XX:MinRAM",
            "-XX:+AlwaysPreTouch", "-XX:StartFlightRecording", "-XX:FlightRecorderOptions", "-Xlog:", "-Xloggc:",
            "-XX:AOT", "-XX:ArchiveClassesAtExit", "-XX:LogFile", "-XX:ErrorFile", "-XX:HeapDumpPath");

    private static final List<String> OWN = List.of(
            "-Xmx256m",
            // a crash belongs into the captured output, not into a file
            "-XX:+ErrorFileToStdout", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");

    private JavaCommand() {}

    /** @param needed a class that must be found: on the module path, its module is resolved too */
    static List<String> of(Class<?> main, Class<?> needed) {
        var runtime = ManagementFactory.getRuntimeMXBean();
        Map<String, String> properties = runtime.getSystemProperties();
        List<String> command = new ArrayList<>();
        command.add(properties.get("java.home") + "/bin/java");
        for (String argument : runtime.getInputArguments()) {
            if (NOT_INHERITED.stream().noneMatch(argument::startsWith)) {
                command.add(argument);
            }
        }
        command.addAll(OWN);
        String classPath = properties.get("java.class.path");
        if (classPath != null && !classPath.isEmpty()) {
            command.add("--class-path=" + classPath);
        }
        if (needed.getModule().isNamed()) {
            command.add("--add-modules=" + needed.getModule().getName());
        }
        if (main.getModule().isNamed()) {
            command.add("--module=" + main.getModule().getName() + "/" + main.getName());
        } else {
            command.add(main.getName());
        }
        return command;
    }
}
