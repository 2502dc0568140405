package org.pgas.examples.exchange;

import org.pgas.mpi.Datatype;

/**
 * How the INTs of a block lie: groups of runs, one group behind the other.
 *
 * <p>Those with gaps are the paper's, 1 KiB of data in one element of the datatype. Vector: 4 blocks of one INT, each
 * two INTs behind the one before, 64 times in a contiguous type. Struct: 128 blocks of two INTs, with a gap of one INT
 * between them.
 */
public enum Layout {
    /** No gaps. */
    CONTIGUOUS("contiguous", 256, 1, 0),

    /** Few bytes describe it. */
    VECTOR("vector", 1, 4, 2 * Integer.BYTES),

    /** Many bytes describe it. */
    STRUCT("struct", 2, 128, 3 * Integer.BYTES);

    /** Of one element of a datatype with gaps; blocks are multiples of it. */
    static final int DATA_BYTES = 1024;

    private final String title;
    final int intsOfRun;
    final int runsOfGroup;

    /** From one run of a group to the next. */
    final int strideBytes;

    Layout(String title, int intsOfRun, int runsOfGroup, int strideBytes) {
        this.title = title;
        this.intsOfRun = intsOfRun;
        this.runsOfGroup = runsOfGroup;
        this.strideBytes = strideBytes;
    }

    /** For tables. */
    public String title() {
        return title;
    }

    int intsOfGroup() {
        return runsOfGroup * intsOfRun;
    }

    /** From the first byte to the last, which is where the next group begins. */
    int groupBytes() {
        return (runsOfGroup - 1) * strideBytes + intsOfRun * Integer.BYTES;
    }

    private int groupsOfDatatype() {
        return DATA_BYTES / Integer.BYTES / intsOfGroup();
    }

    /** A committed datatype; of the layouts with gaps a new one, whose extent is that of its groups. */
    Datatype datatype() {
        return switch (this) {
            case CONTIGUOUS -> Datatype.INT;
            case VECTOR -> {
                Datatype group = Datatype.vector(runsOfGroup, intsOfRun, strideBytes / Integer.BYTES, Datatype.INT);
                Datatype whole = Datatype.contiguous(groupsOfDatatype(), group).commit();
                group.free();
                yield whole;
            }
            case STRUCT -> {
                int[] lengths = new int[runsOfGroup];
                long[] displacements = new long[runsOfGroup];
                Datatype[] types = new Datatype[runsOfGroup];
                for (int run = 0; run < runsOfGroup; run++) {
                    lengths[run] = intsOfRun;
                    displacements[run] = (long) run * strideBytes;
                    types[run] = Datatype.INT;
                }
                yield Datatype.struct(lengths, displacements, types).commit();
            }
        };
    }
}
