package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * Where a core lies, as the kernel tells in {@code /sys}: cores that have a number in common share that. A kernel, or a
 * container, that does not tell has one socket, and each core for itself.
 *
 * @param number of the core, by which the kernel calls what runs a thread
 * @param socket of the host
 * @param cache of the last level: the least number of those that share it
 * @param core of the processor: the least number of the threads that share it
 */
record CorePlace(int number, int socket, int cache, int core) {
    /** Neighbours share as much as they can. */
    static final Comparator<CorePlace> AS_NEIGHBOURS = Comparator.comparingInt(CorePlace::socket)
            .thenComparingInt(CorePlace::cache).thenComparingInt(CorePlace::core).thenComparingInt(CorePlace::number);

    private static final String CPUS = "sys/devices/system/cpu/cpu";
    private static final int MOST_LEVELS = 10;

    /** @param root "/", or a directory that stands for it in tests */
    static CorePlace of(Path root, int number) {
        Path cpu = root.resolve(CPUS + number);
        int socket = Math.max(0, first(cpu.resolve("topology/physical_package_id")));
        List<Integer> threads = list(cpu.resolve("topology/core_cpus_list"));
        if (threads.isEmpty()) {
            // of older kernels
            threads = list(cpu.resolve("topology/thread_siblings_list"));
        }
        int core = threads.contains(number) ? threads.getFirst() : number;
        return new CorePlace(number, socket, lastCache(cpu, core), core);
    }

    private static int lastCache(Path cpu, int otherwise) {
        int cache = otherwise;
        int highest = 0;
        for (int index = 0; index < MOST_LEVELS; index++) {
            Path directory = cpu.resolve("cache/index" + index);
            List<Integer> sharers = list(directory.resolve("shared_cpu_list"));
            int level = first(directory.resolve("level"));
            if (level > highest && !sharers.isEmpty()) {
                highest = level;
                cache = sharers.getFirst();
            }
        }
        return cache;
    }

    /** The number that a file begins with, or -1. */
    private static int first(Path file) {
        List<Integer> all = list(file);
        return all.isEmpty() ? -1 : all.getFirst();
    }

    /** The numbers of a file in the kernel's form; none if there is no such file, or another form. */
    private static List<Integer> list(Path file) {
        try {
            String text = Files.readString(file).strip();
            return text.isEmpty() ? List.of() : Cores.parse(text);
        } catch (IOException | NumberFormatException e) {
            return List.of();
        }
    }
}
