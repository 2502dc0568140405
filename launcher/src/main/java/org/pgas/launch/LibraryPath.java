package org.pgas.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * The variable LD_LIBRARY_PATH of ranks.
 *
 * <p>Where it names a directory with a JVM, the java command puts the directory of its own JVM in front of it and
 * starts itself again, with the content of argument files on its command line, which all users can read. It does not
 * when that directory is in front already.
 */
final class LibraryPath {
    private static final String VARIABLE = "LD_LIBRARY_PATH";

    private LibraryPath() {}

    /**
     * Does to an environment what the java command would do before it starts itself again.
     *
     * @param home of the java that gets the environment
     */
    static void keepFromRestart(Map<String, String> environment, Path home) {
        String own = home.resolve("lib").resolve("server").toString();
        String given = environment.get(VARIABLE);
        if (given != null && !given.startsWith(own) && namesJvm(given)) {
            environment.put(VARIABLE, own + File.pathSeparator + given);
        }
    }

    private static boolean namesJvm(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .anyMatch(entry -> Files.exists(Path.of(entry, System.mapLibraryName("jvm"))));
    }
}
