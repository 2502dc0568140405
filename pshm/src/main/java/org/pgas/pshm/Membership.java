package org.pgas.pshm;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

import org.pgas.ErrorCode;
import org.pgas.JobEndedException;
import org.pgas.JoinException;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.spi.Activity;
import org.pgas.spi.AreaParts;
import org.pgas.spi.AttachedSegments;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.Diagnosis;
import org.pgas.spi.JobEnd;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.Member;
import org.pgas.spi.MessageTransport;
import org.pgas.spi.Processes;
import org.pgas.spi.SegmentStore;
import org.pgas.spi.Shown;
import org.pgas.spi.SyncLanes;
import org.pgas.spi.Topology;

/**
 * One rank's membership in a job: its slot in the control file, how it joins, leaves and ends, and what else the core
 * asks.
 *
 * <pre>
 * field                  writer                          reader       order
 * left                   the thread that leaves          all threads  volatile
 * words in shared files  see ControlLayout and AmLayout
 * </pre>
 */
final class Membership implements Conduit, Member, JobEnd {
    private final ControlFile control;
    private final JobLocks locks;
    private final Liveness liveness;
    private final JoinRequest request;
    private final ConduitSettings settings;
    private final int rank;

    /** Address of the word that says that the job has ended; every poll looks at it. */
    private final long ending;

    private final Topology topology;
    private final SyncLanes lanes;
    private final Doorbells doorbells;
    private final Processes processes;
    private final SegmentFiles attached;
    private final SegmentStorage segments;
    private final ExitHooks exitHooks = new ExitHooks();
    private final FileWatch files;
    private final JobEnvironment environment;
    private final Watcher watcher;
    private final Departure departure;
    private final boolean membarrier = Posix.registerForMembarrier();
    private AmConfig amConfig;
    private AmFile amFile;
    private Messages messages;
    private AreaFile area;
    private CountersFile counters;

    /** Null in a job of one neighbourhood. */
    private WaysFile ways;

    private RankShown shown;
    private RankDiagnosis diagnosis;

    private volatile boolean left;

    Membership(ControlFile control, JoinRequest request, ConduitSettings settings) {
        this.control = control;
        locks = JobLocks.join(control);
        liveness = new Liveness(control, locks);
        this.request = request;
        this.settings = settings;
        rank = request.rank();
        ending = control.header(ControlLayout.ENDING);
        topology = settings.topology(request.size());
        lanes = new ControlLanes(control);
        doorbells = new Doorbells(control, rank, membarrier);
        processes = new HostProcesses(control, rank, doorbells, topology);
        attached = new SegmentFiles(control, rank, settings.roomBytes(), settings.keepsNames(), topology);
        segments = new SegmentStorage(control, rank, settings.roomBytes(), this::checkRunning,
                RestingRanges.REST_BYTES);
        departure = new Departure(control, rank, liveness, exitHooks, settings.exitGrace(), segments::leave);
        environment = new JobEnvironment(control.directory(), rank);
        files = new FileWatch(control.directory(), () -> left);
        watcher = new Watcher(new DeathWatch(control, rank, liveness), topology.ranksOnHostOf(rank).length,
                request.ownsProcess(), exitHooks, departure, files);
    }

    /** Claims the slot, waits for the others, and checks that they are of the same job. */
    void join() {
        claim();
        try {
            files.add(JobDirectory.CONTROL, control.identity(), control.header(0), ControlLayout.fileLength(size()));
            publish();
            Companions others = new Companions(control, rank, liveness, doorbells);
            others.join();
            failTogether(watcher::start);
            if (request.ownsProcess()) {
                departure.install(settings.endsForAnyThread());
            }
            others.await(settings.joinTimeout(), this::checkRunning);
            others.compare();
            boolean wasInterrupted = Thread.interrupted(); // while it waited: a file that is read would close itself
            try {
                openFiles();
            } finally {
                if (wasInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        } catch (RuntimeException | Error e) {
            boolean alone = Ending.isSet(control) && control.launcher().pid() == 0;
            leave();
            if (alone) {
                // the ranks that never came will not remove the files
                control.removeDirectory();
            }
            throw e;
        }
        shown.activity(Activity.COMPUTING);
    }

    private void claim() {
        long state = control.slot(rank, ControlLayout.STATE);
        // the byte first: a process that reads the identity of this one finds its byte locked
        if (!locks.hold(rank) || !SharedMemory.compareAndSetInt(state, RankView.State.FREE.ordinal(),
                RankView.State.JOINING.ordinal())) {
            boolean own = control.process(rank).equals(ProcessIdentity.current());
            JoinException taken = new JoinException("rank " + rank + " of job " + jobName()
                    + " is taken already, by "
                    + control.process(rank).text() + (own
                            ? ", this process: a rank joins a job once; another job has a place of its own "
                                    + "(JobConfig.place)"
                            : ": a rank joins a job once"));
            locks.close();
            control.abandon();
            throw taken;
        }
    }

    private void publish() {
        control.enter(rank, ProcessIdentity.current(), locks.isHolding());
        SharedMemory.putInt(control.slot(rank, ControlLayout.FLAGS), request.flags());
        control.putText(rank, ControlLayout.NAME_BYTES, ControlLayout.NAME, request.clientName(),
                ControlLayout.NAME_MAX);
        control.putText(rank, ControlLayout.CONFIGURATION_BYTES, ControlLayout.CONFIGURATION, request.configuration(),
                ControlLayout.CONFIGURATION_MAX);
        SharedMemory.putIntRelease(activityAddress(), Activity.JOINING.ordinal());
        if (rank == 0 && !Files.exists(control.directory().resolve(JobDirectory.ENVIRONMENT))) {
            HostedJob.writeEnvironment(control.directory(), settings.environment());
        }
        SharedMemory.putInt(control.slot(rank, ControlLayout.MEMBARRIER), membarrier ? 1 : 0);
        SharedMemory.putInt(control.slot(rank, ControlLayout.NEIGHBOURHOOD), topology.neighbourhood(rank));
        failTogether(this::prepareFiles);
    }

    private long activityAddress() {
        return control.slot(rank, ControlLayout.ACTIVITY);
    }

    /** What fails here alone ends the job, so that no rank waits for this one. */
    private void failTogether(Runnable step) {
        try {
            step.run();
        } catch (JoinException e) {
            Ending.set(control, 1, rank, e.getMessage());
            throw e;
        }
    }

    private void prepareFiles() {
        counters = CountersFile.join(control.directory(), rank, size());
        ways = topology.neighbourhoods() == 1 ? null : WaysFile.create(control.directory(), rank, size());
        shown = new RankShown(activityAddress(), counters.part(rank), ways == null ? 0 : ways.part());
        diagnosis = new RankDiagnosis(control, topology, rank, liveness, counters, files, departure);
        amConfig = AmConfig.of(rank, size(), settings);
        if (topology.isFirstNeighbour(rank)) {
            AmFile.create(ofNeighbourhood(AmFile.NAME), amConfig, topology.neighboursOf(rank));
            AreaFile.create(ofNeighbourhood(AreaFile.NAME), size(), Long.MAX_VALUE);
        }
    }

    /** A file that each neighbourhood has for itself. */
    private Path ofNeighbourhood(String name) {
        return control.directory().resolve(JobDirectory.ofNeighbourhood(name, topology.neighbourhood(rank)));
    }

    private void openFiles() {
        checkRunning();
        Path areaPath = ofNeighbourhood(AreaFile.NAME);
        Path amPath = ofNeighbourhood(AmFile.NAME);
        failTogether(() -> {
            // the setting is for segments: the library needs what it needs
            area = AreaFile.open(areaPath, rank, size(), Long.MAX_VALUE, this::checkRunning);
            amFile = AmFile.open(amPath, rank, amConfig);
            doorbells.settleFence();
            messages = new Messages(amFile, rank, doorbells, this::fail, diagnosis::describe);
        });
        NamelessFiles nameless = new NamelessFiles(control, rank, topology, settings.keepsNames(), attached, area,
                amFile.slabs());
        watcher.watch(messages::complaint);
        files.add(CountersFile.NAME, counters.identity(), counters.mapping());
        if (ways != null) {
            files.add(WaysFile.name(rank), ways.identity(), ways.mapping());
        }
        files.add(areaPath.getFileName().toString(), area.identity(), area.mapping(), nameless::isGoing);
        files.add(amPath.getFileName().toString(), amFile.identity(), amFile.mapping());
        if (amFile.slabs() != null) {
            files.add(amFile.slabs().path().getFileName().toString(), amFile.slabs().identity(),
                    amFile.slabs().mapping(), nameless::isGoing);
        }
        files.add(() -> attached.files(true), () -> attached.files(false));
        files.add(() -> segments.files(true), () -> segments.files(false));
        nameless.opened();
        watcher.everyTick(nameless::tick);
    }

    FileWatch files() {
        return files;
    }

    @Override
    public RuntimeException fail(String message) {
        try {
            checkRunning();
            String damage = files.look();
            throw end(1, damage == null ? message : message + ": " + damage);
        } catch (InternalError e) {
            // the control file itself is truncated: nobody else can be told
            System.err.println("pgas: rank " + rank + ": " + message);
            if (request.ownsProcess()) {
                departure.endProcess(new Ending(1, rank, message));
            }
            throw e;
        }
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return control.size();
    }

    @Override
    public String jobName() {
        return control.directory().getFileName().toString();
    }

    @Override
    public String environment(String name) {
        try {
            return environment.get(name);
        } catch (NoSuchFileException e) {
            throw fail("the files of the job are gone: somebody has removed " + e.getMessage());
        }
    }

    @Override
    public Member member() {
        return this;
    }

    @Override
    public JobEnd end() {
        return this;
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
        return segments;
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
        return doorbells;
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

    @Override
    public void checkRunning() {
        if (left || SharedMemory.getLongVolatile(ending) != 0) {
            refuse();
        }
    }

    @Override
    public boolean hasEnded() {
        return !left && SharedMemory.getLongVolatile(ending) != 0;
    }

    private void refuse() {
        if (left) {
            throw Refusals.of(rank).failure(ErrorCode.NOT_INITIALIZED,
                    "job " + jobName() + " was closed here");
        }
        Ending found = Ending.get(control);
        if (found != null) {
            throw ended(found);
        }
    }

    /** Throws, or waits for the watcher to end this process. */
    private RuntimeException ended(Ending ending) {
        // the watcher itself must go on: it is what ends the process
        if (!request.ownsProcess() || watcher.isCurrent()) {
            String by = ending.rank() < 0 ? "the launcher" : "rank " + ending.rank();
            throw new JobEndedException(ending.code(),
                    "rank " + rank + ": job " + jobName() + " was ended by " + by + " with code "
                            + ending.code() + (ending.message().isEmpty() ? "" : ": " + ending.message()));
        }
        watcher.wake();
        while (true) {
            LockSupport.park(this);
        }
    }

    @Override
    public boolean hasLeft(int peer) {
        return control.state(peer) == RankView.State.LEFT;
    }

    @Override
    public RuntimeException exit(int code) {
        return end(code, "");
    }

    private RuntimeException end(int code, String message) {
        Ending.set(control, code, rank, message);
        Doorbells.ringAll(control);
        watcher.wake();
        Ending earlier = Ending.get(control);
        throw ended(earlier != null ? earlier : new Ending(code, rank, message));
    }

    @Override
    public void onExit(Runnable hook) {
        exitHooks.add(hook);
    }

    @Override
    public void everyTick(Runnable task) {
        watcher.everyTick(task);
    }

    @Override
    public void leave() {
        if (left) {
            return;
        }
        left = true;
        departure.uninstall();
        watcher.stop();
        // before the mappings go: a sleeper takes back what it has said there
        doorbells.wakeOwnSleepers();
        segments.leave();
        attached.abandon();
        if (messages != null) {
            messages.abandon();
        } else if (amFile != null) {
            amFile.abandon();
        }
        if (area != null) {
            area.abandon();
        }
        if (counters != null) {
            counters.abandon();
        }
        if (ways != null) {
            ways.abandon();
        }
        control.putState(rank, RankView.State.LEFT);
        Doorbells.ringAll(control);
        int before = SharedMemory.getAndAddInt(control.header(ControlLayout.LEFT), 1);
        if (before + 1 == size()) {
            control.removeDirectory();
        }
        locks.close();
        control.abandon();
    }
}
