package org.pgas.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A kind of processor, by its maker. Ratios between programs differ from kind to kind, and far less between machines
 * of one.
 *
 * @param word for files and directories, such as {@code amd} and {@code intel}
 */
record Processor(String word) {
    private static final Path DESCRIPTION = Path.of("/proc/cpuinfo");
    private static final String UNKNOWN = "unknown";

    /** Of this host. */
    static Processor ofThisHost() {
        try {
            return told(Files.readAllLines(DESCRIPTION));
        } catch (IOException e) {
            return new Processor(UNKNOWN);
        }
    }

    /** By what the kernel says: a vendor's word, or the number of one where processors have no word. */
    static Processor told(List<String> description) {
        for (String line : description) {
            String value = line.substring(line.indexOf(':') + 1).strip();
            if (line.startsWith("vendor_id")) {
                return of(value);
            }
            if (line.startsWith("CPU implementer")) {
                return of("arm-" + value);
            }
        }
        return new Processor(UNKNOWN);
    }

    /** By the name of a vendor or of a processor. */
    static Processor of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (String known : List.of("intel", "amd")) {
            if (lower.contains(known)) {
                return new Processor(known);
            }
        }
        String word = lower.strip().split("[^a-z0-9-]+", 2)[0];
        return new Processor(isWord(word) ? word : UNKNOWN);
    }

    /** Whether a word may stand for a kind. */
    static boolean isWord(String word) {
        return word.matches("[a-z][a-z0-9-]*");
    }

    /** For people. */
    String title() {
        return switch (word) {
            case "amd" -> "AMD";
            case "intel" -> "Intel";
            default -> word;
        };
    }
}
