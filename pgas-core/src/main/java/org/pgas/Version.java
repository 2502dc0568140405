package org.pgas;

/**
 * Versions of this library and of the documents it follows.
 *
 * <p>Source: GASNet-1 1.8, GASNet-EX "Specification and release versioning". Processes with different
 * {@linkplain #configuration() configurations} refuse to be one job.
 */
public final class Version {
    /** Release of this library. */
    public static final String RELEASE = "0.1.0";

    /** GASNet-EX specification that the semantics follow, "major.minor". */
    public static final String EX_SPECIFICATION = "0.18";

    /** GASNet-1 specification that prevails where EX is silent, "major.minor". */
    public static final String GASNET1_SPECIFICATION = "1.8";

    private Version() {}

    /** One line that is equal in two processes exactly if they can be one job. */
    public static String configuration() {
        return "pgas " + RELEASE + ", EX " + EX_SPECIFICATION + ", PAR, jdk25+, "
                + java.nio.ByteOrder.nativeOrder();
    }
}
