package org.pgas.vis;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/** Everything that transfers of several ranks refuse, before the first rank is written to. */
final class GlobalChecks {
    private final Team team;
    private final VisChecks checks;

    GlobalChecks(Team team) {
        this.team = team;
        this.checks = new VisChecks(team);
    }

    /** Says whether there are any bytes. */
    boolean totals(Call call, long target, long source) {
        if (target != source) {
            throw call.bad("the target has " + target + " bytes and the source " + source + ": they must have as many");
        }
        return target > 0;
    }

    void target(Call call, GlobalShape target) {
        String overlap = target.overlap();
        if (!overlap.isEmpty()) {
            throw call.bad("regions of the target overlap: " + overlap);
        }
        places(call, "target", target);
    }

    /** Ranks exist, and ranges lie in their segments. */
    void places(Call call, String side, GlobalShape shape) {
        for (GlobalRuns.Part part : shape.parts()) {
            try {
                check(part.rank(), part.base() + part.place().low(), part.place().high() - part.place().low());
            } catch (PgasException e) {
                throw Refusals.named(call.name(), e, culprit("the " + side, shape.runs()));
            }
        }
    }

    private void check(int rank, long offset, long bytes) {
        TeamCore.of(team).addresses().addressIfMapped(rank, offset, bytes);
    }

    private String culprit(String side, GlobalRuns runs) {
        if (runs instanceof PlacedRuns placed) {
            String outside = placed.rank() >= team.size() ? null
                    : checks.outsideSegment(side, placed.rank(), placed.base(), placed.shape());
            return outside == null ? side : outside;
        }
        return firstRefused(runs) + " of " + side;
    }

    private String firstRefused(GlobalRuns runs) {
        for (long index = 0; index < runs.count(); index++) {
            try {
                if (runs.length(index) > 0) {
                    check(runs.rank(index), runs.offset(index), runs.length(index));
                }
            } catch (PgasException e) {
                return runs.name(index);
            }
        }
        return "regions";
    }

    // What overlaps is found before the first part is copied, as the parts themselves find only what they have in
    // common.

    /** In checked mode: no byte of the target is one of the source. */
    void apart(Call call, GlobalShape target, GlobalShape source) {
        if (!team.job().isChecked()) {
            return;
        }
        Map<Integer, List<GlobalRuns.Part>> sources = source.parts().stream()
                .collect(Collectors.groupingBy(GlobalRuns.Part::rank));
        for (GlobalRuns.Part to : target.parts()) {
            for (GlobalRuns.Part from : sources.getOrDefault(to.rank(), List.of())) {
                checks.refuseOverlap(call.name(), from.place(), from.base(), to.place(), to.base());
            }
        }
    }

    /** In checked mode: no byte of the target is one of the local source. */
    void apart(Call call, GlobalShape target, MemorySegment source, long offset, Shape shape) {
        if (team.job().isChecked()) {
            for (GlobalRuns.Part to : target.parts()) {
                checks.apart(call.name(), true, to.rank(), to.base(), to.place(), source, offset, shape);
            }
        }
    }

    /** In checked mode: no byte of the local target is one of the source. */
    void apart(Call call, MemorySegment target, long offset, Shape shape, GlobalShape source) {
        if (team.job().isChecked()) {
            for (GlobalRuns.Part from : source.parts()) {
                checks.apart(call.name(), false, from.rank(), from.base(), from.place(), target, offset, shape);
            }
        }
    }

    void localSource(Call call, MemorySegment source, long offset, Shape shape) {
        checks.localSource(call.name(), source, offset, shape);
    }

    void localTarget(Call call, MemorySegment target, long offset, Shape shape) {
        checks.localTarget(call.name(), target, offset, shape);
        String overlap = shape.overlap();
        if (!overlap.isEmpty()) {
            throw call.bad("regions of the local target overlap: " + overlap);
        }
    }
}
