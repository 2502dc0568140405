package org.pgas.launch;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/**
 * What a user asked to run, found: a main class and the class path of the ranks.
 *
 * <p>Found before any rank starts, so that a mistake is told once and not by every rank.
 */
record Program(String mainClass, List<Path> classPath) {
    /**
     * Finds the program that {@code word} means: a jar, a program of the catalog, or a main class.
     *
     * @param base the launcher's class path: the library up to the launcher itself, then what some programs need
     * @param own the user's entries; they come right behind the library, so that the user's versions of all else win
     */
    static Program find(String word, List<Path> base, List<Path> own) {
        List<Path> classPath = join(base, own);
        if (word.endsWith(".jar")) {
            ProgramJar jar = ProgramJar.read(Path.of(word));
            List<Path> withJar = new ArrayList<>(List.of(jar.path()));
            withJar.addAll(own);
            return checked(jar.mainClass(), join(base, withJar), "main class " + jar.mainClass() + " of jar " + word);
        }
        try (URLClassLoader loader = loader(classPath)) {
            ProgramCatalog catalog = ProgramCatalog.of(loader);
            ProgramCatalog.Entry entry = catalog.entries().get(word);
            if (entry != null) {
                return new Program(entry.mainClass(), classPath);
            }
            if (!MainMethod.classExists(word, loader)) {
                throw notFound(word, catalog, own);
            }
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "cannot read the class path: " + HumanText.of(e), e);
        }
        return checked(word, classPath, "class " + word);
    }

    static List<Path> join(List<Path> base, List<Path> own) {
        int library = base.indexOf(ThisJvm.entryOf(Program.class)) + 1;
        List<Path> joined = new ArrayList<>(base.subList(0, library));
        joined.addAll(own);
        joined.addAll(base.subList(library, base.size()));
        return joined;
    }

    private static Program checked(String mainClass, List<Path> classPath, String what) {
        try (URLClassLoader loader = loader(classPath)) {
            if (!MainMethod.classExists(mainClass, loader)) {
                throw refuse(what + " is not in it or elsewhere on the class path");
            }
            if (!MainMethod.exists(mainClass, loader)) {
                throw refuse(what + " has no main method");
            }
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "cannot read the class path: " + HumanText.of(e), e);
        }
        return new Program(mainClass, classPath);
    }

    /** Parses a class path as java does: entries that end in "*" stand for all jars of a directory. */
    static List<Path> parseClassPath(String text) {
        List<Path> entries = new ArrayList<>();
        for (String entry : text.split(File.pathSeparator)) {
            if (entry.equals("*") || entry.endsWith("/*")) {
                Path directory = Path.of(entry.substring(0, entry.length() - 1)).toAbsolutePath();
                try (var files = Files.newDirectoryStream(directory, "*.{jar,JAR}")) {
                    files.forEach(entries::add);
                } catch (IOException e) {
                    throw refuse("class path entry " + entry + " cannot be read: " + HumanText.of(e));
                }
            } else {
                entries.add(Path.of(entry).toAbsolutePath().normalize());
            }
        }
        return entries;
    }

    /** Sees the class path only, and not what this JVM happens to have. */
    private static URLClassLoader loader(List<Path> classPath) {
        URL[] urls = new URL[classPath.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = classPath.get(i).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(classPath.get(i).toString(), e);
            }
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static PgasException notFound(String word, ProgramCatalog catalog, List<Path> own) {
        String nearest = Spelling.nearest(word, catalog.entries().keySet());
        String known = catalog.entries().isEmpty() ? "" : "\nKnown programs:\n" + catalog.table().stripTrailing();
        String where = own.isEmpty() ? "; name its class path with -cp" : "; the class path ends with " + own.getLast();
        return refuse("program not found: " + word + " is neither a known program nor a main class nor a jar" + where
                + (nearest == null ? "" : "\nDid you mean " + nearest + "?") + known);
    }

    private static PgasException refuse(String message) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, message);
    }
}
