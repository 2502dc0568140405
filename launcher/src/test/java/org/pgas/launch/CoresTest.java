package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.PgasException;

class CoresTest {
    @Test
    void theKernelsListIsUnderstood() {
        assertEquals(List.of(5), Cores.parse("5"));
        assertEquals(List.of(0, 1, 2, 3, 8, 10, 11), Cores.parse("0-3,8,10-11"));
    }

    @TempDir
    Path root;

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    /** Two sockets of two caches each, which two cores share, each of two threads: as large hosts number them. */
    private List<CorePlace> largeHost() throws IOException {
        for (int number = 0; number < 16; number++) {
            int core = number % 8;
            String cpu = "sys/devices/system/cpu/cpu" + number;
            file(cpu + "/topology/physical_package_id", Integer.toString(core % 2));
            file(cpu + "/topology/core_cpus_list", core + "," + (core + 8));
            file(cpu + "/cache/index0/level", "1");
            file(cpu + "/cache/index0/shared_cpu_list", core + "," + (core + 8));
            // sockets in turns: 0, 2, 4 and 6 are of the first
            int sharer = core / 4 * 4 + core % 2;
            file(cpu + "/cache/index3/level", "3");
            file(cpu + "/cache/index3/shared_cpu_list",
                    sharer + "," + (sharer + 2) + "," + (sharer + 8) + "," + (sharer + 10));
        }
        return IntStream.range(0, 16).mapToObj(number -> CorePlace.of(root, number)).toList();
    }

    private List<CorePlace> untold(int... numbers) {
        return IntStream.of(numbers).mapToObj(number -> CorePlace.of(root, number)).toList();
    }

    @Test
    void eachRankGetsACoreOfThoseAllowed() {
        assertEquals(List.of(2, 5), Cores.oneEach(2, untold(2, 5, 7)));
    }

    @Test
    void ranksThatFollowEachOtherShareACacheAndASocket() throws IOException {
        List<CorePlace> host = largeHost();
        assertEquals(new CorePlace(13, 1, 5, 5), host.get(13));
        assertEquals(List.of(0, 2), Cores.oneEach(2, host));
        assertEquals(List.of(0, 2, 4, 6, 1, 3), Cores.oneEach(6, host));
        assertEquals(List.of(0, 2, 4, 6, 1, 3, 5, 7), Cores.oneEach(8, host));
    }

    @Test
    void aCoreHasASecondRankWhenEachHasOne() throws IOException {
        List<CorePlace> host = largeHost();
        assertEquals(List.of(0, 8, 2, 4, 6, 1, 3, 5, 7), Cores.oneEach(9, host));
        assertEquals(List.of(0, 8, 2, 10, 4, 12, 6, 14, 1, 9, 3, 11, 5, 13, 7, 15), Cores.oneEach(16, host));
        assertEquals(List.of(8, 3, 5), Cores.oneEach(3, List.of(host.get(3), host.get(5), host.get(8))));
        // of cores that it may use one thread of alone, too
        assertEquals(List.of(0, 10), Cores.oneEach(2, List.of(host.get(0), host.get(8), host.get(10))));
    }

    @Test
    void moreRanksThanCoresAreRefusedWithTheCores() {
        var e = assertThrows(PgasException.class, () -> Cores.oneEach(3, untold(4, 6)));
        assertEquals("--bind: 3 ranks need a core each, but this process may use only 2: [4, 6]", e.getMessage());
    }

    @Test
    void whatTheKernelDoesNotTellOrTellsWrongIsAlike() throws IOException {
        file("sys/devices/system/cpu/cpu4/topology/core_cpus_list", "garbage");
        file("sys/devices/system/cpu/cpu4/cache/index0/shared_cpu_list", "");
        assertEquals(new CorePlace(4, 0, 4, 4), CorePlace.of(root, 4));
        assertEquals(new CorePlace(6, 0, 6, 6), CorePlace.of(root, 6));
    }

    @Test
    void thisProcessMayUseSomeCore() {
        assertFalse(Cores.ofThisProcess().isEmpty());
    }
}
