package org.pgas.join;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pgas.JoinException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.spi.Topology;

/** Where ranks are, by what the launcher says. */
class HostsSettingTest {
    private static SpiSettings settings(Map<Setting, String> values, int ranks) {
        return new SpiSettings(Settings.of(values, Map.of(), Map.of()), ranks);
    }

    @Test
    void withoutHostsAllRanksAreOnOne() {
        Topology topology = settings(Map.of(Setting.NEIGHBOURHOODS, "2"), 4).topology(4);
        assertEquals(1, topology.hosts());
        assertEquals(2, topology.neighbourhoods());
    }

    @Test
    void eachHostIsANeighbourhoodWithItsRanks() {
        Topology topology = settings(Map.of(Setting.NEIGHBOURHOODS, "2", Setting.HOSTS, "3,1"), 4).topology(4);
        assertEquals(2, topology.hosts());
        assertArrayEquals(new int[]{0, 1, 2}, topology.neighboursOf(0));
        assertArrayEquals(new int[]{3}, topology.neighboursOf(3));
    }

    @Test
    void betweenHostsTheWireIsTcpUnlessAnotherIsSet() {
        Map<Setting, String> hosts = Map.of(Setting.NEIGHBOURHOODS, "2", Setting.HOSTS, "3,1");
        assertEquals("tcp", settings(hosts, 4).wire());
        assertEquals("local", settings(Map.of(Setting.NEIGHBOURHOODS, "2"), 4).wire());
        assertEquals("local", settings(Map.of(Setting.NEIGHBOURHOODS, "2", Setting.HOSTS, "3,1", Setting.WIRE,
                "local"), 4).wire());
    }

    /** All start at once, each host its own. */
    @Test
    void theTimeToJoinIsThatOfTheRanksOfAHost() {
        int cores = Runtime.getRuntime().availableProcessors();
        Map<Setting, String> hosts = Map.of(Setting.NEIGHBOURHOODS, "2", Setting.HOSTS, cores + "," + 21 * cores);
        assertEquals(Duration.ofSeconds(63), settings(hosts, 22 * cores).joinTimeout());
        assertEquals(Duration.ofSeconds(66), settings(Map.of(), 22 * cores).joinTimeout());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            3,2
            4
            2,1,1
            0,4
            3,x
            3,1,
            """)
    void hostsThatAreNotThoseOfTheJobAreRefused(String text) {
        SpiSettings settings = settings(Map.of(Setting.NEIGHBOURHOODS, "2", Setting.HOSTS, text), 4);
        JoinException e = assertThrows(JoinException.class, () -> settings.topology(4));
        assertTrue(e.getMessage().startsWith("pgas.hosts=" + text + " in a job of 4 ranks in 2 neighbourhoods: "),
                e::getMessage);
    }
}
