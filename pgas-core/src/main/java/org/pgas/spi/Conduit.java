package org.pgas.spi;

import org.pgas.memory.AddressTable;

/**
 * A rank's membership in a job, as the transport sees it. Every method may be called by any thread unless it says collective.
 *
 * <p>The core keeps hot paths off this interface: it takes addresses from it once and uses
 * {@link org.pgas.memory.SharedMemory} on them.
 */
public interface Conduit {
    /** Lanes of synchronisation lines in shared memory, one line per rank and lane; zero when the job starts. */
    enum Lane {
        /** Arrivals at the world team's barrier. */
        WORLD_BARRIER("barrier of the world"),
        /** Arrivals and names of the named barrier. */
        NAMED_BARRIER("named barrier"),
        /** Arrivals at the library's own collective steps. */
        INTERNAL("internal steps of the world");

        private final String words;

        Lane(String words) {
            this.words = words;
        }

        /** What it is, for people. */
        public String words() {
            return words;
        }
    }

    /** What a rank is doing, for whoever looks at the job from outside. */
    enum Activity {
        COMPUTING,
        JOINING,
        WORLD_BARRIER,
        NAMED_BARRIER,
        ATTACHING,
        EVENT,
        SENDING,
        TEAM_BARRIER
    }

    /** How much of each part of the area is reserved from the beginning, for all time. */
    long AREA_RESERVED_BYTES = 64 << 10;

    /** How much of rank 0's part is reserved behind that from the beginning, for each rank of the job. Whole pages. */
    long AREA_MEMBER_BYTES = 12 << 10;

    int rank();

    int size();

    /** The job's name: the last part of its directory. */
    String jobName();

    /** The value of a variable in the environment the job was started from, or null. */
    String environment(String name);

    /** The largest segment that every rank can attach at this moment, a multiple of the page size. */
    long maxSegmentBytes();

    long pageBytes();

    /** Asks for room for this rank's segment, first step of attach; {@code bytes} below 0 says that this rank gives up. */
    void requestSegment(long bytes);

    /** First step of attach for memory of the program's own, which is not to be made nor mapped: its size is to be known. */
    void requestClientMemory(long bytes);

    /** Second step, when every rank has asked: makes this rank's segment or notes why not; throws nothing for lack of room. */
    void createSegment();

    /** Third step, when every rank has created: maps every rank's segment, or notes why that failed. */
    void mapSegments();

    /** Fourth step, when every rank has mapped: fills the table, or throws on every rank. */
    void publishSegments(AddressTable table);

    /** After that: the size of what {@code rank} asked {@link #requestClientMemory} for; -1 when it did not. */
    long clientMemoryBytes(int rank);

    /** Segments that come and go, beside the one that {@link #requestSegment} attaches; the same object each time. */
    SegmentStore segments();

    /**
     * Address here of the part of {@code rank} in the area, memory of the library's own that every rank reaches. All zeros at first.
     * Its first {@link #AREA_RESERVED_BYTES} may always be accessed, and in rank 0's part {@link #size} times
     * {@link #AREA_MEMBER_BYTES} behind them, everything else only where its owner has reserved it. It
     * stays a legal address for ever: zeros when this membership has ended.
     */
    long areaAddress(int rank);

    /** Bytes of addresses of each part of the area, whole pages, the same on all ranks; at least 16 MiB. */
    long areaBytes();

    /**
     * Makes whole pages of the own part ready for use by every rank: after it no access of them can fail. Pages that were reserved
     * already keep what they hold. Nothing is given back before the job ends: what is free is handed out again, so that the area never has
     * more than was in use at once.
     *
     * @throws org.pgas.PgasException with {@link org.pgas.ErrorCode#RESOURCE}, and with the remedy, when there is no room; nothing
     *         is reserved then
     */
    void reserveArea(long offset, long bytes);

    /**
     * Address here of this rank's part of the counters, {@link CounterLayout#PART_BYTES} long and zero at first, which this rank alone
     * writes and tools read. It stays a legal address for ever: zeros when this membership has ended.
     */
    long countersAddress();

    /** Address of this lane's line of rank 0; the line of rank r is {@link #laneStride()} * r bytes further. */
    long laneAddress(Lane lane);

    int laneStride();

    /** Address of an int that is not 0 while some rank of the job sleeps; read after a full fence to know whether to ring. */
    long sleepersAddress();

    /**
     * Ranks of the job of which fewer than {@code threads} threads sleep, and that have not left. A guess, old when it is answered, of a
     * few loads.
     */
    int awakeRanks(int threads);

    /** Address of an int, 0 when the job starts, in which all ranks count threads that copy for a program, while they do. */
    long copiersAddress();

    /** Wakes every sleeping rank. */
    void ringAll();

    /** Wakes the threads of {@code rank} that sleep; a load when there are none. */
    void ring(int rank);

    /** Announces that this thread is about to sleep and returns a ticket; pair with {@link #endSleep}. A full fence. */
    int beginSleep();

    /** Blocks until somebody rings after {@link #beginSleep} gave the ticket, or for {@code nanos}. Never on a virtual thread. */
    void sleep(int ticket, long nanos);

    void endSleep();

    /** The way of messages to the other ranks; the same object each time. */
    MessageTransport messages();

    /**
     * The process of that rank, when it runs at this moment and the system has calls that reach other processes' memory; else null. Whether
     * they are permitted is found out by using it.
     */
    PeerProcess process(int rank);

    /** Throws, or never returns when the membership owns the process, if the job has ended or this membership has. */
    void checkRunning();

    /** Whether the job has ended, for {@link #checkRunning} to throw; never throws itself. */
    boolean hasEnded();

    /** Whether that rank has ended its membership in an orderly way. Of one that died the job is ended instead. */
    boolean hasLeft(int rank);

    /**
     * A few words on a rank's health for a message: its pid, when it was last seen, whether it has left or died, and what it waits for
     * itself.
     */
    String describe(int rank);

    /** What keeps the process of a rank from running although it is not dead, as far as that is known, for people; often empty. */
    default String pauseOf(int rank) {
        return "";
    }

    /** What that rank waits for at this moment, as far as it shows it; null when it does not wait, has not joined, or has left. */
    WaitRecord waitOf(int rank);

    void activity(Activity activity);

    /** Ends the job with this code; never returns (throws when the membership does not own the process). */
    RuntimeException exit(int code);

    /** Ends the job with code 1 because of an error that no caller can be told of; never returns, as {@link #exit}. */
    RuntimeException fail(String message);

    /**
     * The file that an address lies in, and the place in it, for people, such as "file control, byte 2816". Empty if it
     * is no file of the library.
     */
    default String place(long address) {
        return "";
    }

    /**
     * Ends the job because this library has not written what a word in shared memory holds. Never returns, as
     * {@link #exit}.
     *
     * @param address of the word
     * @param what names the word, the rank that it belongs to, and what would be legal, for people
     */
    default RuntimeException damaged(long address, String what) {
        String place = place(address);
        throw fail("rank " + rank() + ": " + what + (place.isEmpty() ? "" : " (" + place + ")")
                + ": another process has written into the files of the job");
    }

    /**
     * What this process knows of why an access of mapped memory has failed, when that is what was thrown, or its cause: this rank, the file that
     * is too short, what it has and should have, and what helps, for people. Empty when there is nothing to say. Any thread.
     */
    default String describeFault(Throwable thrown) {
        return "";
    }

    /** Runs {@code hook} once on a library thread when the job ends other than by everybody leaving. */
    void onExit(Runnable hook);

    /**
     * Runs {@code task} a few times a second on a library thread, until this membership ends, as those that were given before. It never
     * waits. A {@link org.pgas.PgasException} of it is dropped: the job has ended or was left.
     */
    void everyTick(Runnable task);

    /** Ends this membership: withdraws nothing from the caller's tables, unmaps, leaves; the last rank removes the files. */
    void leave();
}
