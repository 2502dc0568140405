package org.pgas.faults.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.work.Workload;

/**
 * A place for one trial: a base directory of jobs, the victim's job in it, and what is found there. Used by one thread.
 */
final class Scene {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path place;
    private final String classPath;

    /** As {@code /dev/shm}: all may write, and names are their makers'. */
    final Path base;

    Scene(Path place, String classPath) throws IOException {
        this.place = place;
        this.classPath = classPath;
        Files.createDirectory(place);
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        base = OtherUser.open(place.resolve("base"));
    }

    Path path(String name) {
        return place.resolve(name);
    }

    /** Where the victim's jobs belong. */
    Path jobs() {
        return base.resolve("pgas-" + OtherUser.VICTIM.uid());
    }

    /** The job of the victim, with this umask; its files keep their names, so that they can be tried. */
    JobPlan plan(String umask, String... arguments) {
        List<String> words = new ArrayList<>(List.of(OtherUser.VICTIM.prefix()));
        words.addAll(List.of("/bin/sh", "-c", "umask " + umask + "; cd /; exec \"$@\"", "sh"));
        return JobPlan.of(base, 2, Victim.class.getName(), arguments).with("-Dpgas.names=on")
                .behind(words.toArray(String[]::new))
                .variable("CLASSPATH", classPath).variable("SECRET", "hush-hush");
    }

    RunningJob start(JobPlan plan) throws IOException {
        return RunningJob.start(plan, path("output"));
    }

    /** Starts a job, and comes back when its ranks are at work. */
    RunningJob running(String umask, String millis) throws IOException, InterruptedException, TimeoutException {
        RunningJob job = start(plan(umask, millis));
        job.awaitLines(Workload.READY, 2, PATIENCE);
        return job;
    }

    /**
     * Runs a job to its end; answers what is wrong if it does not end with {@code code} or does not say {@code words}.
     */
    String run(JobPlan plan, int code, String... words) throws IOException, InterruptedException {
        try (RunningJob job = start(plan)) {
            job.awaitGone(System.nanoTime(), PATIENCE);
            return ended(job, code, words);
        }
    }

    /** What is wrong with how a job has ended, or nothing. */
    static String ended(RunningJob job, int code, String... words) throws IOException, InterruptedException {
        int found = job.code();
        String text = job.output();
        if (found != code) {
            return "the job has ended with " + found + ", not " + code + ":\n" + text;
        }
        for (String word : words) {
            if (!text.contains(word)) {
                return "the job has not said \"" + word + "\":\n" + text;
            }
        }
        return "";
    }

    /** The command {@code pgas} of a user, told of this scene's base. */
    OtherUser.Ended pgas(OtherUser user, String command, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath,
                "org.pgas.launch.Pgas", command, "--dir", base.toString()));
        words.addAll(List.of(more));
        return user.command(words.toArray(String[]::new));
    }

    /** What is not its owner's alone, of the victim's directories and files. */
    String rights() throws IOException {
        StringBuilder wrong = new StringBuilder();
        int files = 0;
        try (Stream<Path> all = Files.walk(jobs())) {
            for (Path each : all.toList()) {
                Map<String, Object> found;
                try {
                    found = Files.readAttributes(each, "unix:mode,uid,isDirectory", LinkOption.NOFOLLOW_LINKS);
                } catch (java.nio.file.NoSuchFileException e) {
                    continue;
                }
                int mode = (int) found.get("mode") & 0777;
                files++;
                if ((int) found.get("uid") != OtherUser.VICTIM.uid()
                        || mode != ((boolean) found.get("isDirectory") ? 0700 : 0600)) {
                    wrong.append(each).append(" has mode ").append(Integer.toOctalString(mode)).append(", user ")
                            .append(found.get("uid")).append('\n');
                }
            }
        }
        return files < 8 ? "only " + files + " files and directories were found\n" + wrong : wrong.toString();
    }
}
