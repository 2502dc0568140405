package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.jar.JarFile;

/**
 * A launcher of a job of one rank, with all that launchers, and agents of hosts, may need at hand. Run once after a
 * build, so that java can keep the classes that they load for all later starts.
 */
final class LauncherRehearsal {
    private static final String SUFFIX = ".class";

    private LauncherRehearsal() {}

    public static void main(String[] args) throws IOException, ReflectiveOperationException, InterruptedException {
        loadAll();
        // of a secret
        new SecureRandom().nextBytes(new byte[1]);
        String[] words = {"run", "-n", "1", Rehearsal.class.getName()};
        // command lines that are not plain need more of the JDK
        PgasCommand.commandLine(words).parseArgs(words);
        Pgas.main(words);
    }

    /** A job on one host needs half of them, an agent the others. */
    private static void loadAll() throws IOException, ReflectiveOperationException {
        Path jar = ThisJvm.entryOf(LauncherRehearsal.class);
        String room = LauncherRehearsal.class.getPackageName().replace('.', '/') + '/';
        try (JarFile file = new JarFile(jar.toFile())) {
            for (String name : file.stream().map(entry -> entry.getName()).toList()) {
                if (name.startsWith(room) && name.endsWith(SUFFIX) && !name.endsWith("package-info.class")) {
                    Class.forName(name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'), false,
                            LauncherRehearsal.class.getClassLoader());
                }
            }
        }
    }
}
