package org.pgas.ucx;

/** A release of UCX. */
record UcxVersion(int major, int minor, int release) {
    private static final int LEAST_MAJOR = 1;
    private static final int LEAST_MINOR = 10;
    private static final String REMEDY = "install the package libucx0 (Debian, Ubuntu) or ucx (Fedora, RHEL, SUSE), of "
            + "version " + LEAST_MAJOR + "." + LEAST_MINOR + " or newer";

    /**
     * Why a host's UCX cannot be used, in a sentence with what helps; or null when it can.
     *
     * @param found null where there is none
     * @param absent a function that it lacks, or null
     */
    static String refusal(UcxVersion found, String absent) {
        if (found == null) {
            return "UCX is not on this host, whose loader finds no " + Ucp.LIBRARY_NAME + ": " + REMEDY;
        }
        if (found.major < LEAST_MAJOR || found.major == LEAST_MAJOR && found.minor < LEAST_MINOR) {
            return "UCX " + found + " of this host is too old: " + REMEDY;
        }
        return absent == null ? null : "UCX " + found + " of this host has no " + absent + ": " + REMEDY;
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + release;
    }
}
