package org.pgas.launch;

import java.io.File;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;

/**
 * What this JVM was started with, so that ranks can be started alike. These properties are the platform's, not
 * settings.
 */
final class ThisJvm {
    private ThisJvm() {}

    static Path java() {
        return home().resolve("bin").resolve("java");
    }

    /** Such as "Eclipse Adoptium". */
    static String vendor() {
        return System.getProperty("java.vendor");
    }

    static Path home() {
        return Path.of(System.getProperty("java.home"));
    }

    /** Such as "Linux". */
    static String system() {
        return System.getProperty("os.name");
    }

    static String systemVersion() {
        return System.getProperty("os.version");
    }

    /** Such as "amd64". */
    static String architecture() {
        return System.getProperty("os.arch");
    }

    /** In which java reads the words of its command and of argument files. */
    static Charset argumentCharset() {
        return Charset.forName(System.getProperty("sun.jnu.encoding"), StandardCharsets.UTF_8);
    }

    /** Where files go that nobody keeps. */
    static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    /**
     * The script that has started this JVM, and the words by which one of the same name on another host takes the same
     * JDK and the same build, where it has them. Empty where no script has.
     */
    static List<String> script() {
        String script = System.getProperty("org.pgas.script");
        return script == null ? List.of()
                : List.of(script, "--jdk=" + home(), "--build=" + System.getProperty("org.pgas.build", ""));
    }

    /** Of a JVM that {@code java -jar} started: the jars that its jar names, if it has no class itself. */
    static List<Path> classPath() {
        List<Path> entries = parseClassPath(System.getProperty("java.class.path"));
        return entries.size() == 1 ? NamingJar.expand(entries.getFirst()) : entries;
    }

    /** Where a class of ours comes from, or null. */
    static Path entryOf(Class<?> ours) {
        CodeSource source = ours.getProtectionDomain().getCodeSource();
        return source == null ? null : Path.of(URI.create(source.getLocation().toString()));
    }

    static List<Path> parseClassPath(String text) {
        if (text == null || text.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(text.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath())
                .toList();
    }
}
