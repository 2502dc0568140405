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
 * The commands that start the JVMs of a job's ranks. What all ranks share is in one argument file; a rank's own command is short.
 *
 * @param java the java program
 * @param heapBytes of each rank
 * @param settings what the ranks are told of the library's settings
 * @param jvmArguments the user's options of the JVM, which win over ours
 * @param cores one for each rank to be bound to, or none
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
        List<Integer> cores,
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

    /** The content of the argument file of the job in {@code directory}. */
    String argumentFile(Path directory) {
        List<String> lines = new ArrayList<>();
        if (classCache != null && Files.isRegularFile(classCache) && jvmArguments.stream()
                .noneMatch(argument -> OTHER_CACHES.stream().anyMatch(argument::startsWith))) {
            lines.add("-XX:AOTCache=" + classCache);
        }
        lines.add("-Xms" + HeapSize.text(heapBytes));
        lines.add("-Xmx" + HeapSize.text(heapBytes));
        settings.forEach((setting, value) -> lines.add(property(setting, value)));
        lines.add(property(Setting.JOB_DIRECTORY, directory.toString()));
        lines.add(property(Setting.SIZE, Integer.toString(ranks)));
        lines.add("-cp");
        lines.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        jvmArguments.stream().filter(argument -> !argument.contains(RANK_PLACE)).forEach(lines::add);
        return ArgumentFile.text(lines);
    }

    /** The command of one rank. */
    List<String> of(int rank, Path argumentFile) {
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
        command.add("@" + argumentFile);
        command.add(property(Setting.RANK, Integer.toString(rank)));
        jvmArguments.stream().filter(argument -> argument.contains(RANK_PLACE))
                .forEach(argument -> command.add(argument.replace(RANK_PLACE, Integer.toString(rank))));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    private static String property(Setting setting, String value) {
        return "-D" + setting.key() + "=" + value;
    }
}
