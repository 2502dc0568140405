package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OomKillerTest {
    @TempDir
    Path root;

    private void put(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    @Test
    void aRankIsPreferredToItsLauncher() throws IOException {
        Process rank = new ProcessBuilder("sleep", "60").start();
        try {
            OomKiller.prefer(rank.pid());
            int own = Integer.parseInt(Files.readString(Path.of("/proc/self/oom_score_adj")).strip());
            assertEquals(Math.min(own + 500, 1000), Integer.parseInt(
                    Files.readString(Path.of("/proc/" + rank.pid() + "/oom_score_adj")).strip()));
        } finally {
            rank.destroyForcibly().onExit().join();
        }
        // who is gone is nobody's concern
        OomKiller.prefer(rank.pid());
    }

    @Test
    void withoutCountsNothingIsSaid() {
        assertEquals("", new OomKiller(root).deed());
    }

    @Test
    void whatItDidBeforeDoesNotCount() throws IOException {
        put("proc/vmstat", "pgfault 3\noom_kill 7\n");
        put("proc/self/cgroup", "0::/\n");
        put("sys/fs/cgroup/memory.events", "oom 2\noom_kill 2\n");
        assertEquals("", new OomKiller(root).deed());
    }

    @Test
    void aKillInTheGroupNamesTheGroupsLimit() throws IOException {
        put("proc/self/cgroup", "0::/app\n");
        put("sys/fs/cgroup/app/memory.max", "134217728\n");
        put("sys/fs/cgroup/app/memory.events", "oom 0\noom_kill 0\n");
        OomKiller killer = new OomKiller(root);
        put("sys/fs/cgroup/app/memory.events", "oom 1\noom_kill 1\n");
        assertTrue(killer.deed().contains("out-of-memory killer: this control group may have 128.0 MiB"),
                killer.deed());
    }

    @Test
    void aKillInAGroupOfVersion1IsSeenToo() throws IOException {
        put("proc/self/cgroup", "4:memory:/docker/0123\n0::/\n");
        put("sys/fs/cgroup/memory/memory.limit_in_bytes", "134217728\n");
        put("sys/fs/cgroup/memory/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
        OomKiller killer = new OomKiller(root);
        put("sys/fs/cgroup/memory/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 4\n");
        assertTrue(killer.deed().contains("128.0 MiB"), killer.deed());
    }

    @Test
    void aKillOnTheHostIsLikelyTheReason() throws IOException {
        put("proc/vmstat", "oom_kill 7\n");
        OomKiller killer = new OomKiller(root);
        put("proc/vmstat", "oom_kill 8\n");
        assertTrue(killer.deed().contains("dmesg"), killer.deed());
    }
}
