package org.pgas.faults.hosts;

/** What is done to a job on several hosts. */
enum Deed {
    RANK("SIGKILL of a rank"), RANKS("SIGKILL of several ranks"), AGENT("SIGKILL of an agent"),
    LAUNCHER("SIGKILL of the launcher"),
    /** The launcher's end of the way to a host. */
    WAY("SIGKILL of the ssh that leads to a host"),
    /** For longer than a host may be silent, or until the job is ended. */
    STOPPED_RANK("SIGSTOP of a rank"), STOPPED_AGENT("SIGSTOP of an agent"),
    /** As when a cable is pulled. */
    LINK("a link that goes down"),
    /** A host and all others hear nothing of each other. */
    PARTITION("a partition"),
    /** The same, for less than {@code pgas.host.timeout}. */
    PAUSE("a partition that is soon over"),
    /** From before the start to the end. */
    LOSS("1 % of all packets lost"), SLOW("a slow link"),
    /** {@link Strangers}, for a while. */
    STRANGERS("strangers at the doors of all ranks");

    private final String words;

    Deed(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** Whether only hosts with a network of their own can have it: an ssh leads nowhere else. */
    boolean needsNetwork() {
        return this == WAY || compareTo(LINK) >= 0;
    }

    /** Whether it is noticed by nothing but silence. */
    boolean isSilent() {
        return this == STOPPED_AGENT || this == LINK || this == PARTITION;
    }

    /** Whether the launcher loses hosts by it. */
    boolean losesHost() {
        return this == AGENT || this == WAY || isSilent();
    }

    /** Whether the job is to go on. */
    boolean goesOn() {
        return this == STOPPED_RANK || this == PAUSE || this == STRANGERS;
    }

    /** Whether it begins before the job does, which ends by itself. */
    boolean isAllAlong() {
        return this == LOSS || this == SLOW;
    }
}
