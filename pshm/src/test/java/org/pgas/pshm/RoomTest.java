package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomTest {
    private static final Room UNLIMITED = new Room(Long.MAX_VALUE, "nothing");
    private static final String UNLIMITED_V1 = "9223372036854771712";

    @TempDir
    Path root;

    @BeforeEach
    void aHostWithoutLimits() throws IOException {
        put("proc/meminfo", "MemTotal:       32000000 kB\nMemFree:         1000000 kB\nMemAvailable:   16777216 kB\n");
        put("proc/self/cgroup", "");
    }

    private void put(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private void putGroup(String group, String limitName, String limit, String usageName, String usage)
            throws IOException {
        put("sys/fs/cgroup/" + group + limitName, limit + "\n");
        put("sys/fs/cgroup/" + group + usageName, usage + "\n");
    }

    private void putV2(String group, String limit, String usage) throws IOException {
        putGroup(group, "memory.max", limit, "memory.current", usage);
    }

    private void putV1(String group, String limit, String usage) throws IOException {
        putGroup("memory/" + group, "memory.limit_in_bytes", limit, "memory.usage_in_bytes", usage);
    }

    private void assertCgroupLeaves(long bytes) throws IOException {
        // a sixteenth is kept back
        assertEquals(new Room(bytes / 16 * 15, "this cgroup's memory limit"), UNLIMITED.withinMemory(root));
    }

    private void assertNoCgroupLimit() throws IOException {
        assertEquals(new Room(15L << 30, "this host's available memory"), UNLIMITED.withinMemory(root));
    }

    @Test
    void ofTheHostsMemoryASixteenthIsKept() throws IOException {
        assertNoCgroupLimit();
    }

    @Test
    void aKernelThatDoesNotSayWhatIsAvailableSetsNoLimit() throws IOException {
        put("proc/meminfo", "MemTotal: 32000000 kB\n");
        assertEquals(UNLIMITED, UNLIMITED.withinMemory(root));
    }

    @Test
    void theSmallerLimitHasTheLastWord() throws IOException {
        Room setting = new Room(1 << 20, "setting pgas.room");
        assertEquals(setting, setting.withinMemory(root));
    }

    @Test
    void version2LeavesMaxMinusCurrent() throws IOException {
        put("proc/self/cgroup", "0::/user.slice/app\n");
        putV2("user.slice/app/", "1000000", "400000");
        assertCgroupLeaves(600_000);
        putV2("user.slice/app/", "1000000", "1200000");
        assertCgroupLeaves(0);
        putV2("user.slice/app/", "max", "400000");
        assertNoCgroupLimit();
    }

    @Test
    void version2GroupsAroundItLimitToo() throws IOException {
        put("proc/self/cgroup", "0::/pod/container\n");
        putV2("pod/container/", "max", "100");
        putV2("pod/", "5000", "1000");
        assertCgroupLeaves(4000);
        putV2("pod/container/", "2000", "100");
        assertCgroupLeaves(1900);
    }

    @Test
    void inAContainerTheMountIsTheGroup() throws IOException {
        for (String name : new String[]{"/", "/docker/0123", "/../other"}) {
            put("proc/self/cgroup", "0::" + name + "\n");
            putV2("", "7000", "1000");
            assertCgroupLeaves(6000);
        }
    }

    @Test
    void version1LeavesLimitMinusUsage() throws IOException {
        put("proc/self/cgroup", "5:cpu,cpuacct:/app\n4:memory:/app\n1:name=systemd:/x\n");
        putV1("app/", "1000000", "1");
        assertCgroupLeaves(999_999);
        putV1("app/", UNLIMITED_V1, "1");
        assertNoCgroupLimit();
        putV1("", "500", "100");
        assertCgroupLeaves(400);
    }

    @Test
    void version1InAContainerIsTheMount() throws IOException {
        put("proc/self/cgroup", "4:memory:/docker/0123\n0::/docker/0123\n");
        putV1("", "900", "100");
        assertCgroupLeaves(800);
    }

    @Test
    void filesThatWereReadAreGivenUpBeforeAnythingElse() throws IOException {
        put("proc/self/cgroup", "0::/app\n4:memory:/app\n");
        putV2("app/", "1000000", "999999");
        put("sys/fs/cgroup/app/memory.stat", "anon 5\nfile 700\nshmem 300\ninactive_file 100\nactive_file 200\n");
        assertCgroupLeaves(1 + 100 + 100);
        putV1("app/", "1000000", "999999");
        put("sys/fs/cgroup/memory/app/memory.stat",
                "cache 700\ninactive_file 9\nactive_file 9\ntotal_inactive_file 50\ntotal_active_file 20\n");
        assertCgroupLeaves(1 + 50 + 10);
    }

    @Test
    void eachLimitHasARemedyOfItsOwn() throws IOException {
        assertTrue(Room.of(root, 1).remedy().contains("pgas.room"));
        assertTrue(UNLIMITED.withinMemory(root).remedy().contains("--heap"));
        put("proc/self/cgroup", "0::/app\n");
        putV2("app/", "1000000", "999999");
        assertTrue(UNLIMITED.withinMemory(root).remedy().contains("docker run --memory"));
        assertTrue(new Room(1, "/dev/shm (tmpfs, 1 MiB in all)").remedy().contains("--shm-size"));
    }

    @Test
    void bothVersionsAtOnceAreBothLookedAt() throws IOException {
        put("proc/self/cgroup", "0::/a\n4:hugetlb,memory:/b\n");
        putV2("a/", "900", "100");
        putV1("b/", "600", "100");
        assertCgroupLeaves(500);
    }

    @Test
    void theRoomOfThisHostNamesItsLimit() {
        Path job = JobDirectory.create(root, "j");
        assertEquals(new Room(1, "setting pgas.room"), Room.of(job, 1));
        Room free = Room.of(job, Long.MAX_VALUE);
        assertTrue(free.bytes() > 0, free.toString());
        Room missing = Room.of(root.resolve("a/b/c"), Long.MAX_VALUE);
        assertEquals(0, missing.bytes());
        assertTrue(missing.limit().contains("cannot be read"), missing.limit());
    }

    @Test
    void aRelativeDirectoryHasRoomToo() {
        assertTrue(Room.of(Path.of("src"), Long.MAX_VALUE).bytes() > 0);
    }
}
