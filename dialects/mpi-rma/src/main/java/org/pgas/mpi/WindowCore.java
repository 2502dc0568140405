package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;
import org.pgas.Team;
import org.pgas.memory.SharedArea;
import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;

/** What all parts of one rank's handle of a window share. Immutable, but for what its fields refer to. */
final class WindowCore {
    /**
     * The window's own: its members are the endpoints made for it, in the order of the ranks of the team it was made
     * over.
     */
    final Team team;

    /**
     * This rank's member of that team; handlers of the window are registered with it, and its memory, if mapped, is
     * bound to it.
     */
    final Endpoint endpoint;

    final WindowFlavour flavour;
    final WindowInfo info;

    /** By window rank. */
    final Part[] parts;

    /** Addresses of the ranks' control words, by window rank: see {@link ControlWords}. */
    final long[] controls;

    final WindowRefusals refusals;

    /** This rank in the window. */
    final int rank;

    /** Whether checked mode is on. */
    final boolean checked;

    /** Whether every part is mapped here, so that there are no messages. */
    final boolean allMapped;

    /** By window rank, whether it is of another neighbourhood; null when none is. */
    final boolean[] elsewhere;

    /** Sends such ranks what is written in the control words; null when there are none. */
    final SharedArea.Backing copies;

    WindowCore(Team team, WindowFlavour flavour, WindowInfo info, Part[] parts, long[] controls) {
        this.team = team;
        this.endpoint = team.endpoint();
        this.flavour = flavour;
        this.info = info;
        this.parts = parts;
        this.controls = controls;
        this.refusals = new WindowRefusals(team.job().rank());
        this.rank = team.rank();
        this.checked = team.job().isChecked();
        boolean mapped = flavour != WindowFlavour.DYNAMIC;
        for (Part part : parts) {
            mapped &= part.mapped;
        }
        this.allMapped = mapped;
        this.elsewhere = Neighbours.elsewhere(TeamCore.of(team));
        this.copies = elsewhere == null ? null : TeamCore.of(team).area().backing();
    }

    boolean isElsewhere(int rank) {
        return elsewhere != null && elsewhere[rank];
    }

    /** For words that {@code rank} alone looks for: null when it sees them as they are. */
    SharedArea.Backing copiesFor(int rank) {
        return isElsewhere(rank) ? copies : null;
    }

    /** What an address of control words is called in the area. */
    long place(long address) {
        return address - TeamCore.of(team).area().address(0);
    }

    /** The memory of a part that is mapped here; empty of others, and of one without bytes. */
    MemorySegment view(int rank) {
        Part part = parts[rank];
        return part.bytes == 0 || !part.mapped ? MemorySegment.NULL
                : endpoint.boundSegment(team, part.holder).mapped().asSlice(part.base, part.bytes);
    }

    /** The lowest rank that has bytes in its part; the last one if there is none. */
    int lowestWithBytes() {
        int found = 0;
        while (found < parts.length - 1 && parts[found].bytes == 0) {
            found++;
        }
        return found;
    }

    /** A part that is mapped here; refuses others. */
    SharedPart sharedPart(int part) {
        checkRank("Window.sharedPart", part);
        if (!parts[part].mapped) {
            throw refusals.bad("Window.sharedPart", "the part of rank " + part + (isElsewhere(part)
                    ? " is in another neighbourhood, whose memory is not mapped here"
                    : " is memory of its process alone") + ": transfers reach it, loads and stores do not");
        }
        return new SharedPart(parts[part].bytes, (int) parts[part].unit, view(part));
    }

    /** Refuses a window if its parts do not lie one behind the other. */
    void checkJoined(String call) {
        if (flavour != WindowFlavour.SHARED || info.noncontiguous()) {
            throw refusals.bad(call, "the parts of this window do not lie one behind the other: those of "
                    + "Window.allocateShared do, without noncontiguous in its info; sharedPart(rank) gives each");
        }
    }

    /** The memory of all parts, which lie one behind the other. */
    MemorySegment joinedView(String call) {
        checkJoined(call);
        Part last = parts[parts.length - 1];
        long bytes = last.base + last.bytes;
        return bytes == 0 ? MemorySegment.NULL
                : endpoint.boundSegment(team, last.holder).mapped().asSlice(0, bytes);
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
