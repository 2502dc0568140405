package org.pgas.faults.stopped;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;

/** Something that keeps a process from running until it is let go. */
interface Hold {
    void letGo() throws IOException, InterruptedException;

    /** A way to hold a rank of a job. */
    interface Way {
        Hold hold(RunningJob job, int rank) throws Exception;
    }

    /** By SIGSTOP. */
    static Hold stop(RunningJob job, int rank) throws IOException, InterruptedException {
        long pid = job.pidOf(rank);
        Processes.signal("STOP", pid);
        return () -> Processes.signal("CONT", pid);
    }

    /** By a debugger of native programs, which is told nothing. */
    static Hold trace(RunningJob job, int rank) throws IOException, InterruptedException {
        String pid = Long.toString(job.pidOf(rank));
        Process debugger = new ProcessBuilder("gdb", "-nx", "-q", "-p", pid).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        return () -> {
            // at the end of its input it lets go
            debugger.getOutputStream().close();
            if (!debugger.waitFor(10, TimeUnit.SECONDS)) {
                debugger.destroyForcibly().waitFor();
            }
        };
    }

    /** By the freezer of control groups, of their first version. */
    static Hold freeze(RunningJob job, int rank) throws IOException, InterruptedException {
        return group("freezer", job.pidOf(rank), "freezer.state", "FROZEN", "THAWED");
    }

    /** Not wholly: a hundredth of a processor is left. */
    static Hold starve(RunningJob job, int rank) throws IOException, InterruptedException {
        return group("cpu", job.pidOf(rank), "cpu.cfs_quota_us", "1000", "-1");
    }

    private static Hold group(String controller, long pid, String file, String held, String free)
            throws IOException {
        Path all = Path.of("/sys/fs/cgroup", controller);
        Path group = Files.createDirectory(all.resolve("pgas-faults-" + pid));
        Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
        Files.writeString(group.resolve(file), held);
        return () -> {
            Files.writeString(group.resolve(file), free);
            empty(all, group);
        };
    }

    private static void empty(Path all, Path group) throws IOException, InterruptedException {
        for (int attempt = 0;; attempt++) {
            List<String> members = new ArrayList<>(Files.readAllLines(group.resolve("cgroup.procs")));
            for (String member : members) {
                try {
                    Files.writeString(all.resolve("cgroup.procs"), member);
                } catch (IOException e) {
                    // it has ended
                    continue;
                }
            }
            try {
                Files.delete(group);
                return;
            } catch (IOException e) {
                if (attempt == 200) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
    }

    /** Why a debugger cannot be had here, or null. */
    static String noDebugger() throws InterruptedException {
        try {
            return new ProcessBuilder("gdb", "--version").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0 ? null : "gdb does not run";
        } catch (IOException e) {
            return "needs gdb: " + e.getMessage();
        }
    }

    /** Why that controller cannot be used here, or null. */
    static String noController(String controller, String file) {
        Path all = Path.of("/sys/fs/cgroup", controller);
        Path tried = all.resolve("pgas-faults-try-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(tried);
            boolean there = Files.exists(tried.resolve(file));
            Files.delete(tried);
            return there ? null : "needs " + file + " in " + all;
        } catch (IOException e) {
            return "needs control groups of the first version that may be made: " + e;
        }
    }
}
