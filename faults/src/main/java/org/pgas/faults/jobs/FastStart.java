package org.pgas.faults.jobs;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

import org.pgas.faults.AtEnd;
import org.pgas.faults.Scratch;

/** Makes java keep the classes of rehearsals for all jobs of this JVM's time, which then start in half the time. */
public final class FastStart {
    private static final long PATIENCE_SECONDS = 120;
    private static final String REHEARSAL = "org.pgas.launch.Rehearsal";
    private static final String LAUNCHER_REHEARSAL = "org.pgas.launch.LauncherRehearsal";

    /** Made once. Guarded by the class. */
    private static Start made;

    private FastStart() {}

    /** How jobs start fast: what that needs is made at the first call, and removed when this JVM ends. */
    public static synchronized Start get() throws IOException, InterruptedException {
        if (made == null) {
            // on disk: where jobs' files are, there may be little room
            Path directory = Scratch.onDisk("pgas-faults-start-");
            made = prepare(directory);
        }
        return made;
    }

    /**
     * Rehearses a launcher, which loads what agents need too, and a job with ranks that are connected as those of
     * several hosts are, and keeps the classes that these have loaded. Java does so for jars only, so classes in
     * directories are put into jars.
     */
    private static Start prepare(Path directory) throws IOException, InterruptedException {
        String classPath = jars(directory);
        Path launcher = directory.resolve("launcher.aot");
        Path files = Files.createDirectory(directory.resolve("files"));
        rehearse(directory, files, RunningJob.java(new Start(classPath, List.of("-XX:AOTCacheOutput=" + launcher),
                List.of()), LAUNCHER_REHEARSAL));
        // the own part of the class path is a jar too; the default is the current directory
        List<String> own = List.of("-cp", classPath.split(File.pathSeparator)[0], "-J-XX:TieredStopAtLevel=1",
                "-J-Xms16m", "-J-Xmx64m", "-J-XX:-UsePerfData");
        List<String> command = RunningJob.java(new Start(classPath, List.of(), List.of()), RunningJob.LAUNCHER);
        command.addAll(List.of("run", "-n", "2", "--neighbourhoods", "2", "-Dpgas.wire=tcp",
                "-J-XX:AOTCacheOutput=" + directory.resolve("rank-{rank}.aot")));
        command.addAll(own);
        command.add(REHEARSAL);
        rehearse(directory, files, command);
        List<String> runOptions = new ArrayList<>(own);
        Path ranks = directory.resolve("rank-0.aot");
        if (Files.exists(ranks)) {
            runOptions.addAll(List.of("--class-cache", ranks.toString()));
        }
        return new Start(classPath, Files.exists(launcher)
                ? List.of(Start.CACHE_OPTION + launcher, "-Xlog:aot=off", "-Xlog:cds=off")
                : List.of(), runOptions);
    }

    private static void rehearse(Path directory, Path files, List<String> command)
            throws IOException, InterruptedException {
        Path said = directory.resolve("rehearsal.txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("PGAS_DIR", files.toString());
        Process rehearsal;
        AtEnd atEnd;
        try (AtEnd.Beginning _ = AtEnd.begin()) {
            rehearsal = builder.start();
            atEnd = AtEnd.of(() -> end(rehearsal));
        }
        try {
            if (!rehearsal.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || rehearsal.exitValue() != 0) {
                throw new IOException("the rehearsal for faster starts failed:\n" + Files.readString(said));
            }
        } finally {
            end(rehearsal);
            atEnd.close();
        }
    }

    /** A launcher that is asked to end ends its ranks before. */
    private static void end(Process rehearsal) throws InterruptedException {
        rehearsal.destroy();
        if (!rehearsal.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            rehearsal.destroyForcibly().waitFor();
        }
    }

    private static String jars(Path directory) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                Path jar = directory.resolve("classes-" + jars.size() + ".jar");
                pack(path, jar);
                jars.add(jar.toString());
            } else if (Files.exists(path)) {
                jars.add(path.toAbsolutePath().toString());
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (Stream<Path> walk = Files.walk(classes);
                OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Path each : walk.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
    }
}
