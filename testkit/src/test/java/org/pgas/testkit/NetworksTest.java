package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pgas.testkit.networks.Networks;

@ExtendWith(Remains.class)
class NetworksTest {
    private static final int COUNT = 3;

    /** Seconds for what does not fail. */
    private static final String LONG = "60";

    private static List<String> said(Networks networks, int number, String... command) throws IOException {
        List<String> words = new ArrayList<>(networks.into(number));
        words.addAll(List.of(command));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes()).lines().map(String::strip).toList();
    }

    /** Not what this machine has, which could lead from one to the other. */
    @Test
    void aProcessInOneSeesItsLoopbackAndTheLinkAlone() throws Exception {
        try (Networks networks = Networks.make(COUNT)) {
            assumeTrue(networks.hindrance().isEmpty(), networks.hindrance());
            List<String> names = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                names.add(said(networks, i, "readlink", "/proc/self/ns/net").getFirst());
                assertEquals(List.of("lo", "pgas0"), said(networks, i, "cat", "/proc/net/dev").stream()
                        .filter(line -> line.contains(":")).map(line -> line.substring(0, line.indexOf(':'))).sorted()
                        .toList());
                List<String> again = new ArrayList<>(networks.into(i));
                again.addAll(List.of("ls", "/sys/class/net"));
                assertEquals(List.of("lo", "pgas0"), said(networks, i, again.toArray(String[]::new)));
                assertEquals(List.of("up"), said(networks, i, "cat", "/sys/class/net/pgas0/operstate"));
            }
            names.add(said(networks, 0, "readlink", "/proc/" + ProcessHandle.current().pid() + "/ns/net").getFirst());
            assertEquals(names.size(), names.stream().distinct().count(), names::toString);
        }
    }

    @Test
    void nothingComesThroughALinkThatIsCut() throws Exception {
        try (Networks networks = Networks.make(COUNT)) {
            if (networks.hindrance().isEmpty()) {
                for (int i = 0; i < COUNT; i++) {
                    assertTrue(isReached(networks, i, LONG));
                }
                networks.cut(1);
                assertFalse(isReached(networks, 1, "2"));
                assertTrue(isReached(networks, 2, LONG));
            } else {
                assertThrows(IllegalStateException.class, () -> networks.cut(1));
            }
        }
    }

    /** Whether a packet from the first one comes there within seconds: the answer is that nobody is at that port. */
    private static boolean isReached(Networks networks, int number, String seconds) throws IOException {
        String port = "/dev/tcp/" + networks.addresses().get(number) + "/9";
        return String.join(" ", said(networks, 0, "env", "LC_ALL=C", "timeout", seconds, "bash", "-c",
                "exec 3<>" + port)).contains("refused");
    }

    /** As without root; then what is started runs here. */
    @Test
    void whereThereAreNoneTheirAddressesAreOfThisMachine() throws Exception {
        try (Networks networks = Networks.make(COUNT)) {
            boolean areOwn = networks.hindrance().isEmpty();
            assertEquals(COUNT, networks.addresses().stream().distinct().count());
            assertTrue(networks.addresses().stream().allMatch(each -> each.startsWith("127.") != areOwn),
                    () -> networks.hindrance() + networks.addresses());
            assertTrue(IntStream.range(0, COUNT).allMatch(each -> networks.into(each).isEmpty() != areOwn));
        }
    }
}
