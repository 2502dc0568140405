package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.Setting;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.JobOrder;

/** What the launcher of a job on several hosts tells an agent. */
class OrderTest {
    private static final List<HostRanks> HOSTS = List.of(new HostRanks("a", 0, 1), new HostRanks("b", 1, 2));

    private static Map<String, String> order(Map<Setting, String> settings) {
        Launcher.Builder builder = Launcher.builder().hosts(HOSTS).mainClass("x.Main");
        settings.forEach(builder::setting);
        return builder.build().order(1, "x", "", new byte[0], false, false).conditions().settings();
    }

    /** Else an agent would take what its host's environment says, and the sides would have different ones. */
    @Test
    void bothSidesHaveTheLaunchersBeatAndTimeoutAlsoWhereNothingHasSetThem() {
        Map<String, String> unset = order(Map.of());
        assertEquals(Launcher.DEFAULT_BEAT.toMillis() + "ms", unset.get("pgas.host.beat"));
        assertEquals(Launcher.DEFAULT_SILENCE.toMillis() + "ms", unset.get("pgas.host.timeout"));
        Map<String, String> set = order(Map.of(Setting.HOST_BEAT, "1s", Setting.HOST_TIMEOUT, "1m"));
        assertEquals("1s", set.get("pgas.host.beat"));
        assertEquals("1m", set.get("pgas.host.timeout"));
    }
}
