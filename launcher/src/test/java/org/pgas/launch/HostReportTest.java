package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostReportTest {
    private static final String LIMITS = """
            Limit                     Soft Limit           Hard Limit           Units
            Max processes             %s                96365                processes
            Max open files            %s                20000                files
            Max address space         %s            unlimited            bytes
            """;

    @TempDir
    Path root;

    private Path jobs;

    @BeforeEach
    void aHostThatLacksNothing() throws IOException {
        jobs = Files.createDirectories(root.resolve("jobs"));
        file("proc/meminfo", "MemTotal:       16777216 kB\nMemAvailable:   8388608 kB\n");
        file("proc/self/cgroup", "0::/\n");
        file("proc/self/limits", LIMITS.formatted("96365", "20000", "unlimited"));
        file("proc/sys/vm/max_map_count", "65530\n");
        file("sys/kernel/mm/transparent_hugepage/shmem_enabled", "always within_size [advise] never deny force\n");
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Finding finding(String name) {
        List<Finding> found = new HostReport(root, jobs).findings();
        return found.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    private void assertShort(String name, String value, String remedy) {
        Finding found = finding(name);
        assertEquals(Finding.Verdict.SHORT, found.verdict(), found.toString());
        assertTrue(found.value().contains(value), found.toString());
        assertTrue(found.remedy().contains(remedy), found.toString());
    }

    @Test
    void nothingIsShortWhereNothingIs() {
        for (String name : List.of("memory", "huge pages", "threads", "open files", "mappings", "address space",
                "JDK")) {
            assertEquals(Finding.Verdict.FINE, finding(name).verdict(), name);
        }
    }

    @Test
    void eachShortageComesWithItsRemedy() throws IOException {
        file("proc/meminfo", "MemTotal:       16777216 kB\nMemAvailable:   500000 kB\n");
        file("proc/self/limits", LIMITS.formatted("20", "256", "4294967296"));
        file("proc/sys/vm/max_map_count", "1000\n");
        file("sys/kernel/mm/transparent_hugepage/shmem_enabled", "always within_size advise [never] deny force\n");
        assertShort("memory", "488.3 MiB available", "--segment");
        assertShort("threads", "20 processes", "ulimit -u");
        assertShort("open files", "256", "ulimit -n");
        assertShort("mappings", "1000", "vm.max_map_count");
        assertShort("address space", "4.0 GiB", "ulimit -v");
        assertShort("huge pages", "never", "shmem_enabled");
    }

    @Test
    void onSeveralNodesItIsSaidWhereSegmentsAre() throws IOException {
        file("sys/devices/system/node/has_memory", "0-1,3\n");
        assertEquals("3: a segment is on the node that its rank runs on when it attaches (pgas run --bind)",
                finding("memory nodes").value());
        file("sys/devices/system/node/has_memory", "0\n");
        assertEquals("1", finding("memory nodes").value());
    }

    @Test
    void theControlGroupLimitsThreadsToo() throws IOException {
        file("sys/fs/cgroup/pids.max", "30\n");
        assertShort("threads", "30 processes", "--pids-limit");
    }

    @Test
    void noJobRunsWithoutADirectory() throws IOException {
        Files.delete(jobs);
        Finding found = finding("job files");
        assertEquals(Finding.Verdict.MISSING, found.verdict(), found.toString());
        assertTrue(found.value().contains(jobs.toString()), found.toString());
    }

    @Test
    void aDirectoryOfAnotherKindThanMemoryIsPointedOut() throws IOException {
        Finding found = finding("job files");
        // the temporary directory may itself be memory
        boolean memory = Files.getFileStore(jobs).type().equals("tmpfs");
        assertEquals(memory, found.verdict() == Finding.Verdict.FINE, found.toString());
    }

    @Test
    void aHostThatSaysNothingIsNotBlamed() {
        List<Finding> found = new HostReport(root.resolve("empty"), jobs).findings();
        assertTrue(found.stream().noneMatch(each -> each.verdict() == Finding.Verdict.MISSING), found.toString());
    }

    @Test
    void theTableHasALineForEachAndTheRemedyBelow() {
        StringWriter text = new StringWriter();
        InfoCommand.print(new PrintWriter(text, true),
                List.of(Finding.fine("cores", "2 usable"), Finding.scarce("job files", "64.0 MiB", "more of it")));
        assertEquals("""
                ok       cores      2 usable
                short    job files  64.0 MiB
                         -> more of it
                1 shortage
                """, text.toString().replace(System.lineSeparator(), "\n"));
    }
}
