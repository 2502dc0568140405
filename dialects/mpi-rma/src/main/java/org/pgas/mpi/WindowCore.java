package org.pgas.mpi;

import org.pgas.Endpoint;
import org.pgas.Team;
import org.pgas.refusal.Refusals;

/** What all parts of one rank's handle of a window share. Immutable, but for what its fields refer to. */
final class WindowCore {
    /** The window's own: its members are the endpoints made for it, in the order of the ranks of the team it was made over. */
    final Team team;

    /** This rank's member of that team; handlers of the window are registered with it, and its memory, if mapped, is bound to it. */
    final Endpoint endpoint;

    final WindowFlavour flavour;
    final WindowInfo info;

    /** By window rank. */
    final Part[] parts;

    /** Addresses of the ranks' control words, by window rank: see {@link ControlWords}. */
    final long[] controls;

    final Refusals refusals;

    /** This rank in the window. */
    final int rank;

    /** Whether checked mode is on. */
    final boolean checked;

    /** Whether every part is mapped, so that there are no messages. */
    final boolean allMapped;

    WindowCore(Team team, WindowFlavour flavour, WindowInfo info, Part[] parts, long[] controls) {
        this.team = team;
        this.endpoint = team.endpoint();
        this.flavour = flavour;
        this.info = info;
        this.parts = parts;
        this.controls = controls;
        this.refusals = Refusals.of(team.job().rank());
        this.rank = team.rank();
        this.checked = team.job().isChecked();
        boolean mapped = flavour != WindowFlavour.DYNAMIC;
        for (Part part : parts) {
            mapped &= part.mapped;
        }
        this.allMapped = mapped;
    }

    int size() {
        return parts.length;
    }

    /** Refuses a rank outside the window. */
    void checkRank(String call, int target) {
        if (target < 0 || target >= parts.length) {
            throw refusals.bad(call, "rank " + target + " is outside 0.." + (parts.length - 1) + " of the window");
        }
    }
}
