package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostMemoryTest {
    @TempDir
    Path root;

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private long bytes() {
        return new HostMemory(root).bytes();
    }

    @Test
    void withoutALimitItIsWhatIsInstalled() throws IOException {
        file("proc/meminfo", "MemTotal:       1024 kB\nMemFree:  1 kB\n");
        file("proc/self/cgroup", "0::/user.slice\n");
        file("sys/fs/cgroup/user.slice/memory.max", "max\n");
        assertEquals(1 << 20, bytes());
    }

    @Test
    void theLowestLimitOfTheGroupsAroundCounts() throws IOException {
        file("proc/meminfo", "MemTotal:       4096 kB\n");
        file("proc/self/cgroup", "0::/outer/inner\n");
        file("sys/fs/cgroup/outer/inner/memory.max", "3000000\n");
        file("sys/fs/cgroup/outer/memory.max", "2000000\n");
        assertEquals(2_000_000, bytes());
    }

    @Test
    void groupsOfVersionOneCountToo() throws IOException {
        file("proc/meminfo", "MemTotal:       4096 kB\n");
        file("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/box\n0::/\n");
        file("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1000000\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertEquals(1_000_000, bytes());
    }

    @Test
    void aGroupWhoseDirectoryIsNotVisibleHereFallsBackToTheMount() throws IOException {
        file("proc/meminfo", "MemTotal:       4096 kB\n");
        file("proc/self/cgroup", "0::/host/only/path\n");
        file("sys/fs/cgroup/memory.max", "500000\n");
        assertEquals(500_000, bytes());
    }

    @Test
    void aHostThatSaysNothingHasNoLimit() {
        assertEquals(Long.MAX_VALUE, bytes());
    }

    @Test
    void thisHostSaysSomething() {
        long bytes = HostMemory.ofThisHost().bytes();
        assertTrue(bytes > 1 << 24 && bytes < Long.MAX_VALUE, () -> "bytes=" + bytes);
    }
}
