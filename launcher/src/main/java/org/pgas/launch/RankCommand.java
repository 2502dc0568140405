package org.pgas.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.pgas.Setting;

/**
 * The commands that start the JVMs of a job's ranks. All users can read a command; so it names an argument file in the
 * job's directory, which is this user's alone, and has the number of the rank. Options, main class and arguments of the
 * program are in the file. It is one file of all ranks, unless an option has a place for the rank.
 *
 * @param java the java program
 * @param heapBytes of each rank; 0 where agents of other hosts see to it, in a command that is only shown
 * @param settings what the ranks are told of the library's settings
 * @param jvmArguments the user's options of the JVM, which win over ours
 * @param cores by rank, to be bound to; or none
 * @param classCache what java made of an earlier run with the same library in front of the class path, or null
 */
record RankCommand(
        Path java,
        int ranks,
        long heapBytes,
        Map<Setting, String> settings,
        List<String> jvmArguments,
        List<Path> classPath,
        String mainClass,
        List<String> arguments,
        Map<Integer, Integer> cores,
        Path classCache) {
    /** In an option of the JVM, stands for the number of the rank. */
    static final String RANK_PLACE = "{rank}";

    /** Options that java refuses beside that of a class cache. */
    private static final List<String> OTHER_CACHES = List.of("-Xshare", "-XX:AOT", "-XX:SharedArchiveFile");

    /** The same with options of ours, which the user's win over. */
    RankCommand with(List<String> options) {
        List<String> all = new ArrayList<>(options);
        all.addAll(jvmArguments);
        return new RankCommand(java, ranks, heapBytes, settings, List.copyOf(all), classPath, mainClass, arguments,
                cores, classCache);
    }

    /** Whether each rank has an argument file of its own. */
    boolean hasFileForEachRank() {
        return jvmArguments.stream().anyMatch(argument -> argument.contains(RANK_PLACE));
    }

    /** The name of a rank's argument file. */
    String fileName(int rank) {
        return hasFileForEachRank() ? "java-" + rank + ".args" : "java.args";
    }

    /** The content of a rank's argument file, for a job in {@code directory}. */
    String argumentFile(Path directory, int rank) {
        return argumentFile(directory, Integer.toString(rank));
    }

    /** The same with the place for the rank left open; for people. */
    String describeArgumentFile(Path directory) {
        return argumentFile(directory, RANK_PLACE);
    }

    private String argumentFile(Path directory, String rank) {
        List<String> lines = new ArrayList<>();
        if (classCache != null && Files.isRegularFile(classCache) && jvmArguments.stream()
                .noneMatch(argument -> OTHER_CACHES.stream().anyMatch(argument::startsWith))) {
            lines.add("-XX:AOTCache=" + classCache);
        }
        if (heapBytes > 0) {
            lines.add("-Xms" + HeapSize.text(heapBytes));
            lines.add("-Xmx" + HeapSize.text(heapBytes));
        }
        settings.forEach((setting, value) -> lines.add(property(setting, value)));
        lines.add(property(Setting.JOB_DIRECTORY, directory.toString()));
        lines.add(property(Setting.SIZE, Integer.toString(ranks)));
        lines.add("-cp");
        lines.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        jvmArguments.forEach(argument -> lines.add(argument.replace(RANK_PLACE, rank)));
        lines.add(mainClass);
        lines.addAll(arguments);
        return ArgumentFile.text(lines);
    }

    /** The command of one rank of the job in {@code directory}. */
    List<String> of(int rank, Path directory) {
        List<String> command = new ArrayList<>();
        if (!cores.isEmpty()) {
            // sets the affinity and becomes java, with the same pid
            command.addAll(List.of("taskset", "-c", cores.get(rank).toString()));
        }
        command.add(java.toString());
        if (!cores.isEmpty()) {
            // a bound rank sees one core and would think that the others have to share it
            command.add("-XX:ActiveProcessorCount=" + cores.size());
        }
        command.add(property(Setting.RANK, Integer.toString(rank)));
        // last: the main class is in it
        command.add("@" + directory.resolve(fileName(rank)));
        return command;
    }

    private static String property(Setting setting, String value) {
        return "-D" + setting.key() + "=" + value;
    }
}
