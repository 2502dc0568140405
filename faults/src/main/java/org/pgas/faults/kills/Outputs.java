package org.pgas.faults.kills;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What a job prints. */
final class Outputs {
    /** A stack trace, an error of the library itself, or a crash of a JVM. */
    private static final Pattern GARBAGE = Pattern
            .compile(
                    "Exception|InternalError|\\bat org\\.pgas\\.|is damaged|fatal error|SIGSEGV|SIGBUS|UnsatisfiedLink");

    private static final int BEGINNING = 1500;

    private Outputs() {}

    /** Lines that no fault may cause. */
    static List<String> garbage(String output) {
        return output.lines().filter(line -> GARBAGE.matcher(line).find()).toList();
    }

    /** What a file begins with. */
    static String beginning(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return text.substring(0, Math.min(text.length(), BEGINNING));
        } catch (IOException e) {
            return file + " cannot be read: " + e;
        }
    }
}
