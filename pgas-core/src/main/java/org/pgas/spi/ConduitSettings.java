package org.pgas.spi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** What a conduit may want to know of the user's settings. */
public interface ConduitSettings {
    /** The wire that is meant where nothing is said, and all ranks are on one host. */
    String WITHIN_A_HOST = "local";

    /** The same where they are on several. */
    String BETWEEN_HOSTS = "tcp";

    /** Where jobs' files go, or null for the conduit's own choice. */
    Path directory();

    Duration joinTimeout();

    /** For exit hooks, all together. */
    Duration exitGrace();

    /**
     * Whether an uncaught exception of any thread of a process that is a rank ends the job, and not only of the one
     * that joined.
     */
    default boolean endsForAnyThread() {
        return false;
    }

    /** Most bytes of segments that a job may reserve. */
    long roomBytes();

    /** Whether files that all ranks have mapped keep their names. */
    default boolean keepsNames() {
        return false;
    }

    /** How ranks share the rings of messages. */
    MessageRings messageRings();

    /** Bytes of a ring's room for payloads, or 0 for the conduit's own choice. */
    long messageRingBytes();

    /** How long a message may be claimed without being committed before the job is ended. */
    Duration messageDeadline();

    /** Into how many neighbourhoods the ranks of a host are dealt; the same on all ranks. */
    default int neighbourhoods() {
        return 1;
    }

    /** The name of the wire between neighbourhoods; the same on all ranks. */
    default String wire() {
        return WITHIN_A_HOST;
    }

    /** Address or name of this host, for a wire that peers find at one. */
    default String wireHost() {
        return "127.0.0.1";
    }

    /** Whether a wire that could encrypt does not; the same on all ranks. */
    default boolean isWirePlain() {
        return false;
    }

    /** Whether devices carry out large transfers, where the wire has such. */
    default OneSidedMode oneSided() {
        return OneSidedMode.OFF;
    }

    /** Where the ranks of the job run; the same on all ranks. */
    default Topology topology(int ranks) {
        return Topology.ofNeighbourhoods(ranks, neighbourhoods());
    }

    /** Whether the job is in checked mode; the same on all ranks. */
    boolean checked();

    /** This process's environment, which becomes the job's if this rank starts it. */
    Map<String, String> environment();
}
