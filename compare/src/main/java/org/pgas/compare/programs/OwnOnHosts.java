package org.pgas.compare.programs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pgas.Setting;

/** The library itself on two hosts, whose ranks reach each other by TCP: plain, as its peers do, or by TLS. */
public final class OwnOnHosts implements Program {
    private static final String PGAS = "pgas";
    private static final String TLS = "-tls";

    private final Network network;
    private final boolean isPlain;
    private HostsJob job;

    /** Not prepared. */
    public OwnOnHosts(Network network, boolean isPlain) {
        this.network = network;
        this.isPlain = isPlain;
    }

    private String word() {
        return isPlain ? PGAS : PGAS + TLS;
    }

    @Override
    public String title() {
        return isPlain ? PGAS : "pgas, TLS";
    }

    @Override
    public List<String> libraries() {
        return List.of(word());
    }

    @Override
    public Optional<String> prepare(Workshop workshop) throws IOException {
        if (workshop.host().benchmarks().isEmpty()) {
            return Optional.of("nothing says where the benchmarks are (--benchmarks; jmh/compare.sh says it)");
        }
        job = new HostsJob(network, workshop.host(), settings());
        return Optional.empty();
    }

    @Override
    public String version() {
        return isPlain ? org.pgas.Version.RELEASE : "";
    }

    @Override
    public boolean takes(int ranks) {
        return ranks == Network.HOSTS;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        return List.of(job.rows(ranks, selection));
    }

    private Map<String, String> settings() {
        return isPlain ? Map.of(Setting.WIRE_PLAIN.key(), "on") : Map.of();
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        return List.of(job.hello(ranks));
    }

    @Override
    public boolean mayBuild() {
        return true;
    }

    /** Ranks call themselves alike. */
    @Override
    public Line named(Line line) {
        return isPlain || !line.library().equals(PGAS) ? line : line.of(word());
    }
}
