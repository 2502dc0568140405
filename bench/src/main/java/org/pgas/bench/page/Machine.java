package org.pgas.bench.page;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pgas.ByteSize;
import org.pgas.Version;

/**
 * Where a run was made.
 *
 * @param cores that processes like this one may use
 * @param memory bytes that are installed, or 0 where nothing says
 */
public record Machine(String processor, int cores, long memory, String jdk, String kernel, String library) {
    private static final String UNKNOWN = "unknown";

    /** What this process can find out about its host. */
    public static Machine ofThisHost() {
        RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
        return new Machine(readProcessor(), Runtime.getRuntime().availableProcessors(), readMemory(),
                jvm.getVmVendor() + " " + Runtime.version(),
                "Linux " + field(Path.of("/proc/sys/kernel/osrelease"), "") + " "
                        + ManagementFactory.getOperatingSystemMXBean().getArch(),
                Version.RELEASE);
    }

    private static String readProcessor() {
        Path file = Path.of("/proc/cpuinfo");
        String model = field(file, "model name");
        // architectures that give numbers instead of a name
        return model.equals(UNKNOWN) ? field(file, "CPU implementer") + " " + field(file, "CPU part") : model;
    }

    private static long readMemory() {
        String kilobytes = field(Path.of("/proc/meminfo"), "MemTotal").replaceAll("[^0-9]", "");
        return kilobytes.isEmpty() ? 0 : Long.parseLong(kilobytes) << 10;
    }

    /**
     * What stands behind the colon of the first line that begins so; of the first line, when it need not begin with
     * anything.
     */
    private static String field(Path file, String name) {
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(name)) {
                    return name.isEmpty() ? line.strip() : line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException e) {
            // as unknown as where it is not in the file
        }
        return UNKNOWN;
    }

    /** For people: title and value of each part, in order. */
    public Map<String, String> describe() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("processor", processor);
        parts.put("cores", Integer.toString(cores));
        parts.put("memory", memory == 0 ? UNKNOWN : ByteSize.text(memory));
        parts.put("JDK", jdk);
        parts.put("kernel", kernel);
        parts.put("library", "pgas " + library);
        return parts;
    }

    /** The titles of {@link #describe}. */
    public static List<String> titles() {
        return List.of("processor", "cores", "memory", "JDK", "kernel", "library");
    }
}
