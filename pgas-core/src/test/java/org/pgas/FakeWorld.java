package org.pgas;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

import org.pgas.memory.AddressTable;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.AreaParts;
import org.pgas.spi.AttachedSegments;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.Diagnosis;
import org.pgas.spi.JobEnd;
import org.pgas.spi.Member;
import org.pgas.spi.MessageTransport;
import org.pgas.spi.PeerProcess;
import org.pgas.spi.Processes;
import org.pgas.spi.SegmentStore;
import org.pgas.spi.Shown;
import org.pgas.spi.SyncLane;
import org.pgas.spi.SyncLanes;
import org.pgas.spi.Topology;
import org.pgas.spi.WaitAge;
import org.pgas.spi.WaitRecord;

/**
 * The shared words of a job in one block of this JVM's native memory, and a conduit on it for each rank: no files, no
 * processes.
 */
final class FakeWorld {
    private static final int LINE = 128;
    private static final long PAGE_BYTES = 4096;

    private static final long AREA_BYTES = 16L << 20;

    private final int size;
    private final long area;
    private final FakeSegments segmentsOfRanks = new FakeSegments();
    private final long lanes;
    private final long counters;
    private final long sleepers;
    private final long[] segments;
    private final long[] segmentBytes;
    private final long[] clientBytes;
    private final boolean[] left;
    private final Set<Integer> paused = ConcurrentHashMap.newKeySet();
    private final List<List<Runnable>> ticks;
    private volatile boolean ended;
    private volatile int awake;
    private volatile IntConsumer ringing = rank -> {};
    private volatile PeerProcess process;
    private volatile BooleanSupplier waysSayRoom = () -> false;
    private volatile BooleanSupplier sends = () -> false;
    private volatile boolean inboxesSayMessages;
    private volatile Topology topology;
    private final long[] ahead;
    private final int[][] handlers;
    private final AtomicInteger[] rings;
    private final AtomicInteger ringsOfAll = new AtomicInteger();
    private final AtomicLong longestSleep = new AtomicLong();
    private final AtomicInteger sleepsLeft = new AtomicInteger(Integer.MAX_VALUE);

    FakeWorld(int size) {
        this.size = size;
        topology = Topology.ofOneHost(size);
        ahead = new long[size];
        area = FakeSegments.map(size * AREA_BYTES);
        awake = size;
        int laneBytes = SyncLane.values().length * size * LINE;
        lanes = allocate(laneBytes + LINE);
        sleepers = lanes + laneBytes;
        counters = allocate((long) size * CounterLayout.PART_BYTES);
        segments = new long[size];
        segmentBytes = new long[size];
        clientBytes = new long[size];
        left = new boolean[size];
        ticks = Stream.<List<Runnable>>generate(CopyOnWriteArrayList::new).limit(size).toList();
        handlers = new int[size][256];
        rings = new AtomicInteger[size];
        Arrays.setAll(rings, rank -> new AtomicInteger());
    }

    /** Zeroed, never freed: a late access of a test's thread must not kill the JVM. */
    private static long allocate(long bytes) {
        return Arena.global().allocate(bytes, PAGE_BYTES).address();
    }

    static Settings settings(Map<Setting, String> overrides) {
        return Settings.of(overrides, Map.of(), Map.of());
    }

    Job job(int rank, Map<Setting, String> overrides) {
        return new Job(JobConfig.builder().build(), settings(overrides), new FakeConduit(rank));
    }

    /** A job in checked mode. */
    Job job(int rank) {
        return job(rank, Map.of(Setting.CHECKS, "on"));
    }

    Conduit conduit(int rank) {
        return new FakeConduit(rank);
    }

    /** Pretends that there is room on the way to each rank; nothing goes there all the same. */
    void sayRoom() {
        sayRoom(() -> true);
    }

    /** From now on this says whether there is room. */
    void sayRoom(BooleanSupplier isThere) {
        waysSayRoom = isThere;
    }

    /** Pretends that messages have come, of which none can be taken. */
    void sayMessages() {
        inboxesSayMessages = true;
    }

    /** Whether threads of any rank sleep, or are about to. */
    boolean hasSleepers() {
        return SharedMemory.getIntVolatile(sleepers) > 0;
    }

    /** From now on there is room, and this says whether a short message goes. */
    void send(BooleanSupplier attempt) {
        sends = attempt;
        sayRoom();
    }

    /** Pretends that the rank has ended its membership. */
    synchronized void leave(int rank) {
        left[rank] = true;
    }

    /** The reverse of {@link #leave}. */
    synchronized void stay(int rank) {
        left[rank] = false;
    }

    /** Pretends that the job has ended. */
    void end() {
        ended = true;
    }

    /** From now on that rank does not run, as far as its peers can tell. */
    void pause(int rank) {
        paused.add(rank);
    }

    synchronized boolean hasLeft(int rank) {
        return left[rank];
    }

    /** From now on, peers' memory is reached through this. */
    void process(PeerProcess newProcess) {
        process = newProcess;
    }

    /** A rank's clock is so much ahead of one that is right, as on another host. */
    void clockAhead(int rank, long nanos) {
        ahead[rank] = nanos;
    }

    /** From now on, the ranks run there. */
    void topology(Topology newTopology) {
        topology = newTopology;
    }

    /** From now on, whoever rings a rank does this as well. */
    void onRing(IntConsumer action) {
        ringing = action;
    }

    /** Pretends that so many ranks do not sleep. */
    void awake(int ranks) {
        awake = ranks;
    }

    /** Threads of all ranks that copy for a program at this moment. */
    int copiers() {
        return SharedMemory.getIntVolatile(sleepers + Integer.BYTES);
    }

    FakeSegments segments() {
        return segmentsOfRanks;
    }

    /** Does what a thread of that rank does a few times a second. */
    void tick(int rank) {
        ticks.get(rank).forEach(Runnable::run);
    }

    /** How often the rank alone has been rung. */
    int rings(int rank) {
        return rings[rank].get();
    }

    /** How often all ranks have been rung at once. */
    int ringsOfAll() {
        return ringsOfAll.get();
    }

    /** Pretends that the job ends during the last of so many sleeps, counted from now on. */
    void endDuringSleep(int number) {
        sleepsLeft.set(number);
    }

    /** Nanoseconds that a thread of any rank wanted to sleep at most; the largest of all sleeps. */
    long longestSleep() {
        return longestSleep.get();
    }

    /** Every role is an object of a class of its own, so that the core cannot take one for another. */
    private final class FakeConduit implements Conduit {
        private final int rank;
        private final Member member = new FakeMember();
        private final JobEnd end = new FakeEnd();
        private final AttachedSegments attached = new FakeAttachedSegments();
        private final SegmentStore store;
        private final AreaParts area = new FakeArea();
        private final SyncLanes lanes = new FakeLanes();
        private final Bells bells = new FakeBells();
        private final MessageTransport messages;
        private final Processes processes = new FakeProcesses();
        private final Shown shown = new FakeShown();
        private final Diagnosis diagnosis = new FakeDiagnosis();

        FakeConduit(int rank) {
            this.rank = rank;
            store = segmentsOfRanks.of(rank);
            messages = new NoMessages(handlers, rank, () -> waysSayRoom.getAsBoolean(), () -> sends.getAsBoolean(),
                    () -> inboxesSayMessages);
        }

        @Override
        public Member member() {
            return member;
        }

        @Override
        public JobEnd end() {
            return end;
        }

        @Override
        public Topology topology() {
            return topology;
        }

        @Override
        public AttachedSegments attached() {
            return attached;
        }

        @Override
        public SegmentStore segments() {
            return store;
        }

        @Override
        public AreaParts area() {
            return area;
        }

        @Override
        public SyncLanes lanes() {
            return lanes;
        }

        @Override
        public Bells bells() {
            return bells;
        }

        @Override
        public MessageTransport messages() {
            return messages;
        }

        @Override
        public Processes processes() {
            return processes;
        }

        @Override
        public Shown shown() {
            return shown;
        }

        @Override
        public Diagnosis diagnosis() {
            return diagnosis;
        }

        private final class FakeMember implements Member {
            @Override
            public int rank() {
                return rank;
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public String jobName() {
                return "fake";
            }

            @Override
            public String environment(String name) {
                return null;
            }

            @Override
            public boolean hasLeft(int peer) {
                return FakeWorld.this.hasLeft(peer);
            }

            @Override
            public void everyTick(Runnable task) {
                // no thread does, but tests
                ticks.get(rank).add(task);
            }

            @Override
            public void leave() {
                FakeWorld.this.leave(rank);
            }
        }

        private final class FakeEnd implements JobEnd {
            @Override
            public void checkRunning() {
                if (ended) {
                    throw new JobEndedException(1, "ended by the test");
                }
            }

            @Override
            public boolean hasEnded() {
                return ended;
            }

            @Override
            public RuntimeException fail(String message) {
                throw new JobEndedException(1, message);
            }

            @Override
            public RuntimeException exit(int code) {
                throw new JobEndedException(code, "exit");
            }

            @Override
            public void onExit(Runnable hook) {
                // never runs
            }
        }

        private final class FakeAttachedSegments implements AttachedSegments {
            @Override
            public long toldAddress(int peer) {
                return 0;
            }

            @Override
            public long maxBytes() {
                return 1 << 20;
            }

            @Override
            public long pageBytes() {
                return PAGE_BYTES;
            }

            @Override
            public void request(long bytes) {
                segmentBytes[rank] = bytes;
                clientBytes[rank] = -1;
            }

            @Override
            public void requestClientMemory(long bytes) {
                segmentBytes[rank] = 0;
                clientBytes[rank] = bytes;
            }

            @Override
            public long clientMemoryBytes(int peer) {
                return clientBytes[peer];
            }

            @Override
            public void create() {
                segments[rank] = segmentBytes[rank] > 0 ? allocate(segmentBytes[rank] + SegmentTrailer.BYTES) : 0;
            }

            @Override
            public void map() {}

            @Override
            public void publish(AddressTable table) {
                for (int peer = 0; peer < size; peer++) {
                    if (segmentBytes[peer] < 0) {
                        throw new AttachException("rank " + peer + " gave up");
                    }
                }
                for (int peer = 0; peer < size; peer++) {
                    if (segmentBytes[peer] > 0) {
                        table.publish(peer, segments[peer], segmentBytes[peer]);
                    }
                }
            }
        }

        private final class FakeArea implements AreaParts {
            @Override
            public long address(int owner) {
                return FakeWorld.this.area + owner * AREA_BYTES;
            }

            @Override
            public long bytes() {
                return AREA_BYTES;
            }

            @Override
            public void reserve(long offset, long bytes) {
                checkPages(0, offset, bytes);
            }

            @Override
            public void reserveCopy(int owner, long offset, long bytes) {
                throw new AssertionError("every rank of this world sees every part");
            }

            private void checkPages(long least, long offset, long bytes) {
                if (offset < least || bytes < 0 || bytes > AREA_BYTES - offset || (offset | bytes) % PAGE_BYTES != 0) {
                    throw new IllegalArgumentException(bytes + " bytes of the area from " + offset);
                }
            }
        }

        private final class FakeLanes implements SyncLanes {
            @Override
            public long address(SyncLane lane) {
                return FakeWorld.this.lanes + (long) lane.ordinal() * size * LINE;
            }

            @Override
            public int stride() {
                return LINE;
            }
        }

        private final class FakeBells implements Bells {
            @Override
            public long sleepersAddress() {
                return sleepers;
            }

            @Override
            public void ringAll() {
                // sleepers wake by themselves
                ringsOfAll.incrementAndGet();
            }

            @Override
            public void ring(int peer) {
                rings[peer].incrementAndGet();
                ringing.accept(peer);
            }

            @Override
            public int beginSleep() {
                return SharedMemory.getAndAddInt(sleepers, 1);
            }

            @Override
            public void sleep(int ticket, long nanos) {
                longestSleep.accumulateAndGet(nanos, Math::max);
                if (sleepsLeft.decrementAndGet() == 0) {
                    FakeWorld.this.end();
                }
                Thread.yield();
            }

            @Override
            public void endSleep() {
                SharedMemory.getAndAddInt(sleepers, -1);
            }
        }

        private final class FakeProcesses implements Processes {
            @Override
            public PeerProcess process(int peer) {
                return FakeWorld.this.process;
            }

            @Override
            public int awakeRanks(int threads) {
                return awake;
            }

            @Override
            public long copiersAddress() {
                return sleepers + Integer.BYTES;
            }
        }

        private final class FakeShown implements Shown {
            @Override
            public long countersAddress() {
                return counters + (long) rank * CounterLayout.PART_BYTES;
            }

            @Override
            public void activity(Activity activity) {
                // nobody looks
            }
        }

        private final class FakeDiagnosis implements Diagnosis {
            @Override
            public String describe(int peer) {
                return "rank " + peer + ", fake";
            }

            @Override
            public String pauseOf(int peer) {
                return paused.contains(peer) ? ", paused" : "";
            }

            @Override
            public WaitRecord waitOf(int peer) {
                WaitRecord wait = WaitRecord.read(counters + (long) peer * CounterLayout.PART_BYTES);
                return wait == null ? null : byOwnClock(wait, ahead[peer], ahead[rank]);
            }

            /** As a transport tells it, by the clocks of the rank that waits and of the one that reads. */
            private static WaitRecord byOwnClock(WaitRecord wait, long writers, long readers) {
                WaitAge age = wait.age();
                long looked = age.lookedNanos() == WaitAge.NEVER ? WaitAge.NEVER : age.lookedNanos() + writers;
                return new WaitRecord(wait.activity(),
                        new WaitAge(age.number(), age.nanos() + writers, looked, age.at() + readers), wait.rank(),
                        wait.ranks(), wait.alone(), wait.text());
            }

            @Override
            public String place(long address) {
                return "";
            }

            @Override
            public String describeFault(Throwable thrown) {
                return "";
            }
        }
    }
}
