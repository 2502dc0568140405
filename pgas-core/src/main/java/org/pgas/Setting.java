package org.pgas;

/**
 * Every setting of the library, in one table: parsing, the launcher's help, the README's table and the "unknown
 * setting" error derive from it.
 *
 * <p>A setting is read once, at join: from {@link JobConfig}, else the system property {@link #key()}, else the
 * environment variable {@link #variable()}, else its default.
 */
public enum Setting {
    DIR("pgas.dir", Kind.PATH, "/dev/shm, else the system's temporary directory",
            "Directory that holds the jobs' files"),
    SEGMENT("pgas.segment", Kind.SIZE, "64m",
            "Bytes each rank contributes when a program attaches the default segment"),
    ROOM("pgas.room", Kind.SIZE, "no limit",
            "Most bytes of segments a job may reserve, below what the system has free"),
    NAMES("pgas.names", Kind.SWITCH, "off",
            "Files of segments keep their names: large copies are slower then"),
    CHECKS("pgas.checks", Kind.SWITCH, "off",
            "Checked mode: also diagnoses misuse, and damage to data in transit"),
    WAIT("pgas.wait", Kind.WAIT_MODE, "spin, or spin_block when ranks exceed cores",
            "How ranks wait: spin, block or spin_block"),
    WAIT_TIMEOUT("pgas.wait.timeout", Kind.DURATION, "none",
            "A wait longer than this fails and says for whom it waited"),
    JOIN_TIMEOUT("pgas.join.timeout", Kind.DURATION, "3s for each rank of a host per core, 60s at least",
            "How long a rank waits for others to join, and for connections to them"),
    EXIT_GRACE("pgas.exit.grace", Kind.DURATION, "1s",
            "Time for exit hooks when a job is ended from elsewhere, 1s at most"),
    UNCAUGHT_ALL("pgas.uncaught.all", Kind.SWITCH, "off",
            "An uncaught exception in any thread of a rank ends the job"),
    AM_RINGS("pgas.am.rings", Kind.RINGS, "auto: pair up to 4 ranks, shared above",
            "Message rings for each pair of ranks or each receiver: auto, pair, shared"),
    AM_RING("pgas.am.ring", Kind.RING_SIZE, "512k for pair, 1m for shared",
            "Payload room of a ring, a power of two from 8k on; messages take 1/8"),
    AM_DEADLINE("pgas.am.deadline", Kind.DURATION, "30s",
            "A message begun in a ring and not completed for longer ends the job"),
    WARN_EVENTS("pgas.warn.events", Kind.WARNING, "warn",
            "Operations that were never awaited, at close: off, warn or panic"),
    WARN_WAIT("pgas.warn.wait", Kind.WARNING, "warn",
            "A wait of more than pgas.warn.wait.after: off, warn or panic"),
    WARN_WAIT_AFTER("pgas.warn.wait.after", Kind.DURATION, "30s",
            "How long a wait may take before a warning tells of it"),
    WARN_COLLECTIVES("pgas.warn.collectives", Kind.WARNING, "warn",
            "Ranks that wait for each other in different calls: off, warn or panic"),
    WARN_FAR("pgas.warn.far", Kind.WARNING, "warn",
            "Many small blocking operations on ranks elsewhere: off, warn or panic"),
    VERBOSE_ERRORS("pgas.verbose.errors", Kind.SWITCH, "off",
            "Logs non-fatal errors as they are returned, by default to the console"),
    STATS("pgas.stats", Kind.SWITCH, "off",
            "Also counts small transfers, atomics and idle polls, which become slower"),
    PROGRESS_THREAD("pgas.progress.thread", Kind.SWITCH, "off",
            "A thread of each rank that handles messages while the program computes"),
    ASYNC("pgas.async", Kind.ASYNC, "auto: when a core is idle",
            "Large NB and NBI transfers go on in a thread: auto, always, off"),
    ASYNC_BYTES("pgas.async.bytes", Kind.SIZE, "4m",
            "From how many bytes on a transfer is large; 0 means never"),
    CMA("pgas.cma", Kind.SWITCH, "on: where the kernel permits",
            "Peers' native client memory is reached by one copy between processes"),
    EVENTS_BYTES("pgas.events.bytes", Kind.SIZE, "64k",
            "Transfers from this size on can be recorded as events of the JDK"),
    NEIGHBOURHOODS("pgas.neighbourhoods", Kind.COUNT, "1",
            "So many groups of ranks share no memory; several on one host are a trial"),
    WIRE("pgas.wire", Kind.TEXT, "local, or tcp between hosts",
            "Wire between neighbourhoods, by name: local, tcp, or ucx"),
    WIRE_HOST("pgas.wire.host", Kind.TEXT, "127.0.0.1, or what --hosts names",
            "Address of this host, or its name, at which the wire tcp lets peers in"),
    WIRE_PLAIN("pgas.wire.plain", Kind.SWITCH, "off",
            "Wires without encryption: all that goes there can be read and changed"),
    WIRE_ONESIDED("pgas.wire.onesided", Kind.ONE_SIDED, "off",
            "Devices carry out large transfers between hosts: auto, on or off"),
    HOST_BEAT("pgas.host.beat", Kind.DURATION, "500ms",
            "How often launcher and agents of hosts tell each other that they live"),
    HOST_TIMEOUT("pgas.host.timeout", Kind.DURATION, "2s",
            "A host of which nothing was heard for longer is lost, which ends the job"),
    HOST_INDEX("pgas.host.index", Kind.COUNT, "from the scheduler",
            "Which host of the job this is, from 0; for pgas run --one-per-host"),
    HOST_COUNT("pgas.host.count", Kind.COUNT, "from the scheduler", "Hosts of the job; for pgas run --one-per-host"),
    RENDEZVOUS("pgas.rendezvous", Kind.TEXT, "by PMI or PMIx",
            "HOST:PORT at which host 0 lets the others in; for pgas run --one-per-host"),
    RENDEZVOUS_SECRET("pgas.rendezvous.secret", Kind.PATH, "by PMI or PMIx",
            "File of 32 random bytes or more, by which hosts know each other"),
    RENDEZVOUS_TIMEOUT("pgas.rendezvous.timeout", Kind.DURATION, "5m",
            "How long hosts wait for each other before the job begins"),
    CONDUIT("pgas.conduit", Kind.TEXT, "pshm, or hosts between neighbourhoods", "Transport, by name"),
    SEED("pgas.seed", Kind.COUNT, "by the test's name", "Seed of seeded tests and programs, to replay a run"),
    JOB_DIRECTORY("pgas.job.directory", Kind.PATH, "made at join", "The job's directory; set by the launcher"),
    RANK("pgas.rank", Kind.COUNT, "from the launcher", "This process's rank; set by the launcher"),
    SIZE("pgas.size", Kind.COUNT, "from the launcher", "Ranks of the job; set by the launcher"),
    HOSTS("pgas.hosts", Kind.TEXT, "one host", "Ranks of each host, in order, such as 3,1; set by the launcher");

    /** What a setting's value looks like. */
    public enum Kind {
        /** A path. */
        PATH,
        /** Bytes, with an optional suffix k, m, g or t (powers of 1024). */
        SIZE,
        /** As {@link #SIZE}: a power of two from 8k to 1g. */
        RING_SIZE,
        /** {@code on} or {@code off}. */
        SWITCH,
        /** A {@link WaitMode} in lower case. */
        WAIT_MODE,
        /** {@code auto}, {@code pair} or {@code shared}. */
        RINGS,
        /** {@code auto}, {@code always} or {@code off}. */
        ASYNC,
        /** {@code auto}, {@code on} or {@code off}. */
        ONE_SIDED,
        /** {@code off}, {@code warn} or {@code panic}. */
        WARNING,
        /** A number with the suffix ms, s, m or h. */
        DURATION,
        /** A whole number, not negative. */
        COUNT,
        /** Any text. */
        TEXT
    }

    private final String key;
    private final Kind kind;
    private final String fallback;
    private final String description;

    Setting(String key, Kind kind, String fallback, String description) {
        this.key = key;
        this.kind = kind;
        this.fallback = fallback;
        this.description = description;
    }

    /** The system property. */
    public String key() {
        return key;
    }

    /** The environment variable: the key in upper case with underscores. */
    public String variable() {
        return key.toUpperCase(java.util.Locale.ROOT).replace('.', '_');
    }

    public Kind kind() {
        return kind;
    }

    /** The default, as written in help and README. */
    public String fallback() {
        return fallback;
    }

    public String description() {
        return description;
    }
}
