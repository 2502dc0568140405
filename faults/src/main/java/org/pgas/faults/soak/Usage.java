package org.pgas.faults.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * What a process has in use, as the kernel and the JVM count it.
 *
 * @param heapBytes after a full collection
 * @param metaBytes metaspace, that of classes included
 * @param codeBytes compiled code
 * @param codeLimit that the JVM reserves for compiled code
 * @param classes loaded
 * @param memory that is neither of a file nor of the heap
 * @param tableBytes of the kernel's page tables for this process, which count as nobody's resident memory
 * @param addressBytes of virtual addresses
 * @param mappings lines of /proc/self/maps
 * @param descriptors open files
 * @param threads of the kernel
 */
record Usage(long heapBytes, long metaBytes, long codeBytes, long codeLimit, long classes, NativeMemory memory,
        long tableBytes, long addressBytes, long mappings, long descriptors, long threads) {
    private static final Path SELF = Path.of("/proc/self");

    /** Of this process, now. */
    static Usage now() throws IOException {
        System.gc();
        var memory = ManagementFactory.getMemoryMXBean();
        return new Usage(memory.getHeapMemoryUsage().getUsed(), pools("Metaspace", MemoryUsage::getUsed),
                pools("Code", MemoryUsage::getUsed), pools("Code", MemoryUsage::getMax),
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(), NativeMemory.now(), status("VmPTE:"),
                status("VmSize:"), lines(), descriptorCount(), status("Threads:"));
    }

    /** Of all pools with names that begin so: compiled code has one, or three. */
    private static long pools(String begin, ToLongFunction<MemoryUsage> what) {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(each -> each.getName().startsWith(begin))
                .map(MemoryPoolMXBean::getUsage).mapToLong(what).sum();
    }

    /** Bytes, or a count, from {@code /proc/self/status}. */
    static long status(String key) throws IOException {
        for (String line : Files.readAllLines(SELF.resolve("status"))) {
            if (line.startsWith(key)) {
                String[] words = line.substring(key.length()).strip().split(" ");
                return Long.parseLong(words[0]) * (words.length > 1 ? 1024 : 1);
            }
        }
        throw new IOException("/proc/self/status has no " + key);
    }

    private static long lines() throws IOException {
        try (BufferedReader maps = Files.newBufferedReader(SELF.resolve("maps"))) {
            return maps.lines().count();
        }
    }

    private static long descriptorCount() throws IOException {
        long count = -1; // that of the directory itself
        try (DirectoryStream<Path> open = Files.newDirectoryStream(SELF.resolve("fd"))) {
            for (Path ignored : open) {
                count++;
            }
        }
        return count;
    }

    /** Bytes of the blocks that the files below a directory have, which a sparse file's length does not tell. */
    static long blocks(Path directory) throws IOException, InterruptedException {
        Process du = new ProcessBuilder("du", "-s", "--block-size=1", directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String answer;
        try (BufferedReader out = du.inputReader()) {
            answer = out.readLine();
        }
        if (!du.waitFor(10, TimeUnit.SECONDS) || answer == null) {
            throw new IOException("du told nothing of " + directory);
        }
        return Long.parseLong(answer.split("\\s+")[0]);
    }
}
