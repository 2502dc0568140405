package org.pgas;

/**
 * What an endpoint can be used for: bits, to be combined by or.
 *
 * <p>Source: GASNet-EX Memory Kinds 3.2 (GEX_EP_CAPABILITY_*).
 */
public final class Capabilities {
    /** Transfers of {@link Rma}. */
    public static final int RMA = 1;

    /** Active Messages. */
    public static final int AM = 1 << 1;

    /** Vector, indexed and strided transfers. */
    public static final int VIS = 1 << 2;

    /** Barriers and collectives of teams that contain the endpoint. */
    public static final int COLL = 1 << 3;

    /** Atomic domains of teams that contain the endpoint. */
    public static final int AD = 1 << 4;

    /** All of them. The primordial endpoint has these. */
    public static final int ALL = RMA | AM | VIS | COLL | AD;

    private static final String[] NAMES = {"RMA", "AM", "VIS", "COLL", "AD"};

    private Capabilities() {}

    /** "RMA, AM", for messages; "none". */
    public static String toString(int capabilities) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < NAMES.length; bit++) {
            if ((capabilities & 1 << bit) != 0) {
                text.append(text.isEmpty() ? "" : ", ").append(NAMES[bit]);
            }
        }
        return text.isEmpty() ? "none" : text.toString();
    }
}
