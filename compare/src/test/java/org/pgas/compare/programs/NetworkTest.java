package org.pgas.compare.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class NetworkTest {
    private static final Path NAMESPACES = Path.of("/run/netns");

    private static Workshop workshop() throws Exception {
        return new Workshop(new Host(Path.of("."), "", Path.of("java"), List.of(0, 1)));
    }

    private static String said(Workshop workshop, List<String> command) throws Exception {
        Outcome outcome = workshop.run(List.of(new Start(command, Map.of("TOLD", "inherited"))),
                Bounds.USUAL.start());
        assertTrue(outcome.isGood(), outcome::problem);
        return outcome.text();
    }

    private static List<String> agent(Network network, int host, String... words) {
        return Stream.concat(Stream.of(network.agent().toString(), "-x", network.addresses().get(host)),
                Stream.of(words)).toList();
    }

    @Test
    void shouldDealRanksOutByHalves() {
        assertEquals(List.of(0, 1), IntStream.range(0, 2).mapToObj(rank -> Network.hostOf(rank, 2)).toList());
        assertEquals(List.of(0, 0, 1, 1), IntStream.range(0, 4).mapToObj(rank -> Network.hostOf(rank, 4)).toList());
    }

    /** Each host has a name and an address of its own, knows the other's, and is gone with the workshop. */
    @Test
    void shouldMakeTwoHostsAndLeaveNothing() throws Exception {
        String name = "pgas-" + ProcessHandle.current().pid() + "-b";
        try (Workshop workshop = workshop()) {
            Outcome links = workshop.run(List.of(new Start(List.of("unshare", "--net", "--uts", "--mount", "ip", "link",
                    "add", "v0", "type", "veth", "peer", "name", "v1"), Map.of())), Bounds.USUAL.start());
            assumeTrue(links.isGood(), links::problem);
            Network network = Network.make(workshop);
            assertEquals("veth0", network.device(), network.description());
            assertEquals(List.of("10.213.0.1", "10.213.0.2"), network.addresses());
            assertTrue(Files.exists(NAMESPACES.resolve(name)));
            List<String> look = List.of("sh", "-c", "cat /proc/sys/kernel/hostname; ip -o -4 address show veth0; "
                    + "grep -c pgas- /etc/hosts; echo $TOLD");
            String there = said(workshop, network.at(1, look));
            assertTrue(there.startsWith(name + "\n"), there);
            assertTrue(there.contains(" 10.213.0.2/24 "), there);
            assertTrue(there.endsWith("2\ninherited\n"), there);
            assertEquals(name + "\n", said(workshop, agent(network, 1, "cat", "/proc/sys/kernel/hostname")));
            assertFalse(Files.readString(Path.of("/proc/sys/kernel/hostname")).startsWith("pgas-"));
            assertFalse(Files.readString(Path.of("/etc/hosts")).contains(name));
        }
        assertFalse(Files.exists(NAMESPACES.resolve(name)));
    }

    /** As ssh: one line for a shell, by an environment that is the caller's here. */
    @Test
    void shouldRunALineInAShellOfAHost() throws Exception {
        try (Workshop workshop = workshop()) {
            Network made = Network.make(workshop);
            assertEquals("a b\ninherited\n", said(workshop, agent(made, 1, "echo a", "b; echo", "$TOLD")));
            Network here = Network.ofThisHost(workshop, "of a test");
            assertEquals("a b\ninherited\n", said(workshop, agent(here, 1, "echo a", "b; echo", "$TOLD")));
        }
    }

    @Test
    void shouldRemoveWhatAKilledComparisonHasLeft() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        assertTrue(ended.waitFor(1, TimeUnit.MINUTES));
        String left = "pgas-" + ended.pid() + "-a";
        try (Workshop workshop = workshop()) {
            Outcome outcome = workshop.run(List.of(new Start(List.of("ip", "netns", "add", left), Map.of())),
                    Bounds.USUAL.start());
            assumeTrue(outcome.isGood(), outcome::problem);
            Network.make(workshop);
            assertFalse(Files.exists(NAMESPACES.resolve(left)));
        }
    }

    @Test
    void shouldSayWhyBothHostsAreThisOne() throws Exception {
        try (Workshop workshop = workshop()) {
            Network network = Network.ofThisHost(workshop, "network namespaces take root");
            assertEquals("both hosts are this one, at 127.0.0.2 and 127.0.0.3, since network namespaces take root",
                    network.description());
            assertEquals(List.of("127.0.0.2", "127.0.0.3"), network.addresses());
            assertEquals(List.of("true"), network.at(1, List.of("true")));
        }
    }
}
