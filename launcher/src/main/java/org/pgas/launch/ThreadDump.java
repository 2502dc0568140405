package org.pgas.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The threads of a JVM as {@code jcmd PID Thread.print} gives them. */
final class ThreadDump {
    /** Threads that every JVM has. */
    private static final Set<String> PLATFORM = Set.of("Reference Handler", "Finalizer", "Signal Dispatcher",
            "Service Thread", "Monitor Deflation Thread", "Common-Cleaner", "Notification Thread", "Attach Listener",
            "process reaper", "DestroyJavaVM");
    private static final String FRAME = "\tat ";

    private ThreadDump() {}

    /**
     * The threads of a program, each as its name, its state and its frames.
     *
     * @param all whether the platform's and this library's own belong to it too
     */
    static List<String> lines(String dump, boolean all) {
        List<String> lines = new ArrayList<>();
        for (String thread : dump.split("\\R\\R+")) {
            List<String> parts = thread.lines().toList();
            String name = name(parts);
            boolean hasFrames = parts.stream().anyMatch(line -> line.startsWith(FRAME));
            if (name == null || !all && (!hasFrames || isOfPlatform(name) || isOfLibrary(name))) {
                continue;
            }
            lines.add("  \"" + name + "\"" + state(parts));
            parts.stream().skip(1).filter(line -> line.startsWith(FRAME) || line.startsWith("\t- "))
                    .forEach(line -> lines.add("    " + line.strip()));
        }
        return lines;
    }

    private static boolean isOfPlatform(String name) {
        return PLATFORM.contains(name) || name.contains("CompilerThread") || name.startsWith("Cleaner-");
    }

    private static boolean isOfLibrary(String name) {
        return name.startsWith("pgas-");
    }

    /** Null for what is no thread. */
    private static String name(List<String> parts) {
        String head = parts.isEmpty() ? "" : parts.getFirst();
        // a name may have quotation marks itself; what follows it never has
        int end = head.lastIndexOf('"');
        if (!head.startsWith("\"")) {
            return null;
        }
        // a name may have line breaks too; its first line will do
        return end > 0 ? head.substring(1, end) : head.substring(1);
    }

    private static String state(List<String> parts) {
        String mark = "java.lang.Thread.State: ";
        return parts.stream().filter(line -> line.strip().startsWith(mark)).findFirst()
                .map(line -> " " + line.strip().substring(mark.length())).orElse("");
    }
}
