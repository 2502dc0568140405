package org.pgas.join;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

import org.pgas.JoinException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.MessageRings;
import org.pgas.spi.OneSidedMode;
import org.pgas.spi.Topology;

/** The settings a conduit needs, with what is meant where nothing is set. */
public final class SpiSettings implements ConduitSettings {
    private static final Duration LONGEST_GRACE = Duration.ofSeconds(1);
    private static final Duration LEAST_JOIN_TIMEOUT = Duration.ofSeconds(60);

    /** The start of a JVM takes a core for half a second to a second; others may want it too. */
    private static final Duration JOIN_TIMEOUT_OF_A_RANK = Duration.ofSeconds(3);

    private final Settings settings;
    private final int ranks;
    private final int neighbourhoods;

    /** @param ranks of the job */
    public SpiSettings(Settings settings, int ranks) {
        this.settings = settings;
        this.ranks = ranks;
        long count = settings.count(Setting.NEIGHBOURHOODS, 1);
        if (count < 1 || count > ranks) {
            throw new JoinException(Setting.NEIGHBOURHOODS.key() + "=" + count + " in a job of " + ranks
                    + " ranks: legal are 1.." + ranks);
        }
        neighbourhoods = (int) count;
    }

    @Override
    public Path directory() {
        return settings.path(Setting.DIR);
    }

    @Override
    public Duration joinTimeout() {
        return settings.duration(Setting.JOIN_TIMEOUT,
                defaultJoinTimeout(mostRanksOfAHost(), Runtime.getRuntime().availableProcessors()));
    }

    /** So that ranks of hosts with as many cores wait for as long. */
    private int mostRanksOfAHost() {
        return settings.isSet(Setting.HOSTS) ? Arrays.stream(ranksOfHosts(ranks)).max().orElseThrow() : ranks;
    }

    @Override
    public Duration exitGrace() {
        return shorter(settings.duration(Setting.EXIT_GRACE, LONGEST_GRACE), LONGEST_GRACE);
    }

    @Override
    public boolean endsForAnyThread() {
        return settings.isOn(Setting.UNCAUGHT_ALL, false);
    }

    @Override
    public long roomBytes() {
        return settings.bytes(Setting.ROOM, Long.MAX_VALUE);
    }

    @Override
    public boolean keepsNames() {
        return settings.isOn(Setting.NAMES, false);
    }

    @Override
    public MessageRings messageRings() {
        String text = settings.text(Setting.AM_RINGS);
        return text == null ? MessageRings.AUTO : MessageRings.valueOf(text.toUpperCase(Locale.ROOT));
    }

    @Override
    public long messageRingBytes() {
        return settings.bytes(Setting.AM_RING, 0);
    }

    @Override
    public Duration messageDeadline() {
        return settings.duration(Setting.AM_DEADLINE, Duration.ofSeconds(30));
    }

    @Override
    public boolean checked() {
        return settings.isOn(Setting.CHECKS, false);
    }

    @Override
    public int neighbourhoods() {
        return neighbourhoods;
    }

    @Override
    public String wire() {
        return wire(settings);
    }

    /** The name of the wire between neighbourhoods: what is set, or what fits where the ranks are. */
    static String wire(Settings settings) {
        if (settings.isSet(Setting.WIRE)) {
            return settings.text(Setting.WIRE);
        }
        return settings.isSet(Setting.HOSTS) ? ConduitSettings.BETWEEN_HOSTS : ConduitSettings.WITHIN_A_HOST;
    }

    @Override
    public String wireHost() {
        return settings.isSet(Setting.WIRE_HOST) ? settings.text(Setting.WIRE_HOST) : ConduitSettings.super.wireHost();
    }

    @Override
    public boolean isWirePlain() {
        return settings.isOn(Setting.WIRE_PLAIN, false);
    }

    @Override
    public OneSidedMode oneSided() {
        return OneSidedMode.of(settings.text(Setting.WIRE_ONESIDED));
    }

    @Override
    public Topology topology(int all) {
        return settings.isSet(Setting.HOSTS) ? Topology.ofHosts(ranksOfHosts(all))
                : ConduitSettings.super.topology(all);
    }

    private int[] ranksOfHosts(int all) {
        String text = settings.text(Setting.HOSTS);
        int[] counts = text.matches("[1-9]\\d{0,3}(,[1-9]\\d{0,3})*")
                ? Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray()
                : new int[0];
        if (Arrays.stream(counts).sum() != all || counts.length != neighbourhoods) {
            throw new JoinException(Setting.HOSTS.key() + "=" + text + " in a job of " + all + " ranks in "
                    + neighbourhoods + " neighbourhoods: the launcher sets it to the ranks of each host, one "
                    + "neighbourhood each: leave it to pgas run --hosts");
        }
        return counts;
    }

    @Override
    public Map<String, String> environment() {
        return settings.environment();
    }

    /**
     * What {@link Setting#JOIN_TIMEOUT} says of its default.
     *
     * @param ranks of a host
     * @param cores of this one
     */
    public static Duration defaultJoinTimeout(int ranks, int cores) {
        Duration allOfACore = JOIN_TIMEOUT_OF_A_RANK.multipliedBy(Math.ceilDiv(ranks, cores));
        return allOfACore.compareTo(LEAST_JOIN_TIMEOUT) > 0 ? allOfACore : LEAST_JOIN_TIMEOUT;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
