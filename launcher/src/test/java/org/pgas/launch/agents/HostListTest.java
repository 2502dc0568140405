package org.pgas.launch.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** Lists of hosts, and files of them. */
class HostListTest {
    @TempDir
    Path directory;

    @Test
    void ranksAreDealtToHostsInOrderAndEachGetsItsSlots() {
        assertEquals(List.of(new HostRanks("a", 0, 3), new HostRanks("b", 3, 1)),
                HostList.parse("a:3,b:1").place(0));
        assertEquals(List.of(new HostRanks("a", 0, 1), new HostRanks("b", 1, 1)), HostList.parse("a, b").place(0));
    }

    @Test
    void fewerRanksThanSlotsLeaveTheLastHostsOut() {
        HostList list = HostList.parse("a:2,b:2,c:2");
        assertEquals(6, list.slots());
        assertEquals(List.of(new HostRanks("a", 0, 2), new HostRanks("b", 2, 1)), list.place(3));
    }

    @Test
    void aHostThatIsNamedAgainGetsMoreSlots() {
        assertEquals(List.of(new HostRanks("a", 0, 3), new HostRanks("b", 3, 1)),
                HostList.parse("a:1,b,a:2").place(0));
    }

    @Test
    void usersAndAddressesAreNamesToo() {
        assertEquals(List.of(new HostRanks("me@a.b-c", 0, 2), new HostRanks("::1", 2, 4),
                new HostRanks("10.0.0.1", 6, 1)), HostList.parse("me@a.b-c:2,[::1]:4,10.0.0.1").place(0));
        assertEquals(List.of(new HostRanks("me@fe80::1", 0, 3), new HostRanks("you@fe80::2", 3, 1)),
                HostList.parse("me@[fe80::1]:3,you@[fe80::2]").place(0));
    }

    @Test
    void theAddressOfAHostIsWithoutItsUser() {
        assertEquals(List.of("a.b-c", "fe80::1", "10.0.0.1"), HostList.parse("me@a.b-c,you@[fe80::1],10.0.0.1")
                .place(0).stream().map(HostRanks::address).toList());
    }

    @Test
    void aFileHasAHostInEachLineWithCommentsAndBlanks() throws IOException {
        assertEquals(List.of(new HostRanks("a", 0, 4), new HostRanks("b", 4, 2), new HostRanks("c", 6, 1)),
                file("# all\n\na slots=4 # four\n  b\tmax_slots=8 slots = 2\r\n c\n").place(0));
    }

    private HostList file(String text) throws IOException {
        Path file = directory.resolve("hosts");
        Files.writeString(file, text);
        return HostList.read(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,,b", "a:", "a:0", "a:-1", "a:x", "a:4:4", "a:99999999999", "-oProxyCommand=x",
        "a b:1", "[fe80::1%eth0]:4", "[a:1", "a;b", "$(a)", ":4", "me@-x", "@a", "a@b@c", "a[b]:1"})
    void whatIsNoHostWithItsRanksIsRefused(String text) {
        PgasException e = assertThrows(PgasException.class, () -> HostList.parse(text));
        assertEquals(ErrorCode.BAD_ARGUMENT, e.code());
        assertTrue(e.getMessage().startsWith("--hosts " + text + ": "), e::getMessage);
        assertTrue(e.getMessage().matches("(?s).*: (legal are|give) .*"), e::getMessage);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            a slots,        'slots' is unknown
            a cores=4,      'cores=4' is unknown
            a slots=0,      '0' is no number of ranks
            a slots=,       '' is no number of ranks
            a max_slots=x,  'x' is no number of ranks
            -a slots=1,     '-a' is no name of a host
            a[b] slots=1,   'a[b]' is no name of a host
            """)
    void aWrongLineIsNamedWithItsNumber(String line, String what) {
        PgasException e = assertThrows(PgasException.class, () -> file("b\n" + line + "\n"));
        assertTrue(e.getMessage().contains(", line 2: " + what + ": legal "), e::getMessage);
    }

    @Test
    void aFileWithoutHostsAndNoFileAreRefused() {
        PgasException empty = assertThrows(PgasException.class, () -> file("# nothing\n"));
        assertTrue(empty.getMessage().contains("it names no host"), empty::getMessage);
        PgasException missing = assertThrows(PgasException.class, () -> HostList.read(directory.resolve("none")));
        assertTrue(missing.getMessage().endsWith("none does not exist: look at its path"), missing::getMessage);
    }

    @Test
    void moreRanksThanSlotsAreRefusedWithBothNumbers() {
        PgasException e = assertThrows(PgasException.class, () -> HostList.parse("a:2,b").place(4));
        assertTrue(e.getMessage().contains("4 ranks do not fit into 3 slots"), e::getMessage);
    }

    @Test
    void hostsAreNamedWithTheirRanks() {
        assertEquals("host b (ranks 4-7)", new HostRanks("b", 4, 4).text());
        assertEquals("host a (rank 0)", new HostRanks("a", 0, 1).text());
    }
}
