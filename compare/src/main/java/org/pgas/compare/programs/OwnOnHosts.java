package org.pgas.compare.programs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pgas.Setting;

/** The library itself on two hosts. Its ranks reach each other by a wire of its own. */
public final class OwnOnHosts implements Program {
    private static final String PGAS = "pgas";
    private static final String ON = "on";

    /** By what. */
    public enum Way {
        /** TCP, without TLS, as its peers go. */
        PLAIN(PGAS, PGAS, Map.of(Setting.WIRE_PLAIN.key(), ON)),
        /** What a job has when nothing is said. */
        TLS("pgas-tls", "pgas, TLS", Map.of()),
        /** UCX, which goes by TCP here. */
        UCX("pgas-ucx", "pgas, UCX", Map.of(Setting.WIRE.key(), "ucx", Setting.WIRE_PLAIN.key(), ON));

        private final String word;
        private final String title;
        private final Map<String, String> settings;

        Way(String word, String title, Map<String, String> settings) {
            this.word = word;
            this.title = title;
            this.settings = settings;
        }
    }

    private final Network network;
    private final Way way;
    private HostsJob job;

    /** Not prepared. */
    public OwnOnHosts(Network network, Way way) {
        this.network = network;
        this.way = way;
    }

    @Override
    public String title() {
        return way.title;
    }

    @Override
    public List<String> libraries() {
        return List.of(way.word);
    }

    @Override
    public Optional<String> prepare(Workshop workshop) throws IOException, InterruptedException {
        if (workshop.host().benchmarks().isEmpty()) {
            return Optional.of("nothing says where the benchmarks are (--benchmarks; jmh/compare.sh says it)");
        }
        if (way == Way.UCX && !workshop.says("sh", "-c", "PATH=$PATH:/sbin:/usr/sbin ldconfig -p")
                .contains("libucp.so.0")) {
            return Optional.of("there is no libucp.so.0 (package libucx0)");
        }
        job = new HostsJob(network, workshop.host(), way.settings);
        return Optional.empty();
    }

    @Override
    public String version() {
        return way == Way.PLAIN ? org.pgas.Version.RELEASE : "";
    }

    @Override
    public boolean takes(int ranks) {
        return ranks == Network.HOSTS;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        return List.of(job.rows(ranks, selection));
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
        return line.library().equals(PGAS) ? line.of(way.word) : line;
    }
}
