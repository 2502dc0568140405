package org.pgas.examples.guide;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** The classes of a document's programs. */
final class Compiled {
    /** Of the library; those of the dialects share names and are imported where a document says so. */
    private static final List<String> PACKAGES = List.of("org.pgas", "org.pgas.atomics", "org.pgas.vis",
            "org.pgas.heap",
            "org.pgas.coll", "org.pgas.bytes", "org.pgas.rpc", "org.pgas.arrays", "org.pgas.launch",
            "org.pgas.testkit");

    private final Path classes;
    private final Map<Long, String> problems = new TreeMap<>();
    private final ClassLoader loader;

    /** Compiles the programs into a directory. What is wrong with them is told when they are run. */
    Compiled(String document, List<Program> programs, Path classes) throws IOException {
        this.classes = Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, Documents.classPath());
            List<String> packages = new ArrayList<>();
            for (String each : PACKAGES) {
                if (files.list(StandardLocation.CLASS_PATH, each, EnumSet.of(JavaFileObject.Kind.CLASS), false)
                        .iterator().hasNext()) {
                    packages.add(each);
                }
            }
            List<Source> sources = programs.stream().map(each -> new Source(document, each.source(packages))).toList();
            if (!sources.isEmpty()) {
                compiler.getTask(null, files, found, List.of("-g", "-proc:none", "-parameters"), null, sources).call();
            }
        }
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                problems.merge(each.getLineNumber(), document + ":" + each.getLineNumber() + ": "
                        + each.getMessage(null), (one, other) -> one + "\n" + other);
            }
        }
        loader = new URLClassLoader(new URL[]{classes.toUri().toURL()}, Compiled.class.getClassLoader());
    }

    Path directory() {
        return classes;
    }

    /** What the compiler says about these lines. */
    void check(Program program) {
        List<String> own = problems.entrySet().stream().filter(each -> program.has(each.getKey()))
                .map(Map.Entry::getValue).toList();
        if (!own.isEmpty()) {
            throw new AssertionError(String.join("\n", own));
        }
        if (!problems.isEmpty()) {
            throw new AssertionError(program.place() + ": not run, as another block does not compile");
        }
    }

    Class<?> type(String name) throws ClassNotFoundException {
        return loader.loadClass(name);
    }
}
