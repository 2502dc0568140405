package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.pshm.JobList;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankView;

/** A rank without a launcher, which nobody cleans up after when it is killed. */
class AbandonedIT {
    @TempDir
    Path base;

    private Process rank;

    @BeforeEach
    void start() throws IOException {
        rank = new ProcessBuilder(ThisJvm.java().toString(), "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx64m", "-XX:TieredStopAtLevel=1",
                "-Dpgas.dir=" + base, "-cp",
                String.join(File.pathSeparator, ThisJvm.classPath().stream().map(Path::toString).toList()),
                Phases.class.getName(), "computing").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader out = rank.inputReader();
        assertEquals("ready " + rank.pid(), out.readLine());
    }

    private void kill() throws Exception {
        rank.destroyForcibly();
        assertTrue(rank.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    @AfterEach
    void end() throws Exception {
        if (rank != null) {
            kill();
        }
    }

    @Test
    void aJobWhoseProcessesWereKilledIsShownAsAbandonedUntilItIsCleaned() throws Exception {
        Tool tool = new Tool(base);
        String name = JobList.of(base).jobs().getFirst().name();
        assertEquals(0, tool.run("ps"));
        assertTrue(tool.line(name).matches(name + " +1/1 .* none +[\\d.]+[KM] +running"), tool::out);
        assertEquals(0, tool.run("clean"));
        assertTrue(tool.line("left " + name).endsWith(": rank 0 runs (pid " + rank.pid() + ")"), tool::out);
        kill();
        assertEquals(0, tool.run("ps"));
        assertTrue(tool.line(name).endsWith("  abandoned"), tool::out);
        assertEquals(0, tool.run("stat"));
        assertTrue(tool.line("   0   gone ").contains(" " + rank.pid() + " "), tool::out);
        assertEquals(0, tool.run("stack", name));
        assertEquals(1, tool.lines().size(), tool::out);
        assertEquals(0, tool.run("clean", "--dry-run"));
        assertTrue(tool.line("would remove " + name).matches(
                ".* \\([\\d.]+[KM]\\): its launcher and its ranks are gone"), tool::out);
        assertEquals(RankView.State.JOINED,
                JobView.look(JobList.find(base, name)).ranks().getFirst().view().state(), "a dry run removes nothing");
        assertEquals(0, tool.run("clean"));
        assertTrue(tool.line("removed " + name).contains("): its launcher and its ranks are gone"), tool::out);
        assertTrue(tool.lines().getLast().matches("removed the files of 1 job, [\\d.]+[KM]"), tool::out);
        Trial.assertNothingLeft(base);
    }

    @Test
    void topEndsWithTheJob() throws Exception {
        Tool tool = new Tool(base);
        var top = CompletableFuture.supplyAsync(() -> tool.run("top", "--batch", "--interval", "10ms"),
                task -> Thread.ofPlatform().daemon().start(task));
        Trial.until(() -> tool.hasPrinted("job "), "a first picture");
        kill();
        new Tool(base).run("clean");
        assertEquals(0, top.get(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS));
        assertTrue(tool.err().matches("pgas: job \\S+ has ended\n"), tool::err);
    }
}
