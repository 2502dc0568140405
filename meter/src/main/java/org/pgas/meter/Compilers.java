package org.pgas.meter;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The compiler threads of this JVM, as the kernel sees them. */
final class Compilers {
    private static final Path THREADS = Path.of("/proc/self/task");

    private Compilers() {}

    /** Whether one of them runs, or waits for a core. Where the kernel does not tell, none does. */
    static boolean areAtWork() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                if (isAtWork(thread)) {
                    return true;
                }
            }
        } catch (IOException e) {
            // as if there were none
        }
        return false;
    }

    private static boolean isAtWork(Path thread) {
        try {
            // number (name) state ...; the name may have spaces and parentheses of its own
            String stat = Files.readString(thread.resolve("stat"));
            int end = stat.lastIndexOf(')');
            String name = stat.substring(stat.indexOf('(') + 1, end);
            return (name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler")) && stat.charAt(end + 2) == 'R';
        } catch (IOException e) {
            // it has ended meanwhile
            return false;
        }
    }
}
