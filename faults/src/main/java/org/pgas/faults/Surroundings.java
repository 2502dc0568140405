package org.pgas.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;

/** When, where and how a class was tried. */
final class Surroundings {
    private Surroundings() {}

    /** @param bound see {@link FaultClass#bound} */
    static String text(LocalDate date, String bound, String command, long seconds) {
        return date + ", " + processor() + " with " + Runtime.getRuntime().availableProcessors() + " cores, "
                + System.getProperty("os.name") + " " + System.getProperty("os.version") + ", JDK "
                + Runtime.version().feature() + "; " + seconds + " s" + (bound.isEmpty() ? "" : "; bound: " + bound)
                + "; `" + command + "`.";
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream().filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst().orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }
}
