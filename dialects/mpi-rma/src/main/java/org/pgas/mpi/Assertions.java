package org.pgas.mpi;

/**
 * What a caller promises of an epoch, so that the library may save work; to be or-ed. An untrue promise is undefined;
 * checked mode ({@code pgas.checks=on}) reports those that it can see, as each says.
 *
 * <p>Source: MPI-2 "Fence", "Dedicated", "Locks".
 */
public final class Assertions {
    /** No promise. */
    public static final int NONE = 0;

    /**
     * {@link Window#start}: every post of the epoch has been made already; {@link Window#post}: given if and only if
     * all matching starts give it. {@link Window#lock}: nobody else holds, or asks for, a conflicting lock. Checked.
     * Source: MPI_MODE_NOCHECK.
     */
    public static final int NOCHECK = 1;

    /**
     * {@link Window#post}, {@link Window#fence}: this rank's own part was not stored to since the last synchronisation.
     * Not checked. Source: MPI_MODE_NOSTORE.
     */
    public static final int NOSTORE = 2;

    /**
     * {@link Window#post}, {@link Window#fence}: nobody puts or accumulates to this rank's part in the epoch that
     * begins. Checked. Source: MPI_MODE_NOPUT.
     */
    public static final int NOPUT = 4;

    /**
     * {@link Window#fence}: it ends no epoch with communication by this rank; all ranks give it, or none. Checked.
     * Source: MPI_MODE_NOPRECEDE.
     */
    public static final int NOPRECEDE = 8;

    /** {@link Window#fence}: it begins no epoch; all ranks give it, or none. Checked. Source: MPI_MODE_NOSUCCEED. */
    public static final int NOSUCCEED = 16;

    private Assertions() {}

    /** Such as "NOSTORE | NOPUT", for messages. */
    static String toString(int assertions) {
        String[] names = {"NOCHECK", "NOSTORE", "NOPUT", "NOPRECEDE", "NOSUCCEED"};
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < names.length; bit++) {
            if ((assertions & 1 << bit) != 0) {
                text.append(text.isEmpty() ? "" : " | ").append(names[bit]);
            }
        }
        int unknown = assertions & -(1 << names.length);
        if (unknown != 0) {
            text.append(text.isEmpty() ? "" : " | ").append("0x").append(Integer.toHexString(unknown));
        }
        return text.isEmpty() ? "NONE" : text.toString();
    }
}
