package org.pgas.compare.programs;

import java.util.List;
import java.util.Optional;

/**
 * The library's empty job with all ranks on one host: what a start on two is held against. So this one has one core, as
 * each of the two. It measures no rows.
 */
public final class OneHostJob implements Program {
    private Host host;

    /** Not prepared. */
    public OneHostJob() {}

    @Override
    public String title() {
        return "pgas, one host";
    }

    @Override
    public List<String> libraries() {
        return List.of("pgas-one-host");
    }

    @Override
    public Optional<String> prepare(Workshop workshop) {
        host = workshop.host();
        return Optional.empty();
    }

    @Override
    public String version() {
        return "";
    }

    @Override
    public boolean takes(int ranks) {
        return false;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        return List.of();
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        Start start = OwnProgram.launched(host, List.of("-n", Integer.toString(ranks), OwnProgram.EMPTY_JOB));
        return List.of(new Start(host.bound(0, start.command()), start.environment()));
    }

    @Override
    public boolean mayBuild() {
        return true;
    }
}
