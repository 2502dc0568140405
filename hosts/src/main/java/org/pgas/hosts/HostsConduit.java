package org.pgas.hosts;

import java.nio.file.Path;

import org.pgas.hosts.wire.Wire;
import org.pgas.spi.AreaParts;
import org.pgas.spi.AttachedSegments;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.Diagnosis;
import org.pgas.spi.JobEnd;
import org.pgas.spi.Member;
import org.pgas.spi.MessageTransport;
import org.pgas.spi.OneSidedTransfers;
import org.pgas.spi.Processes;
import org.pgas.spi.SegmentStore;
import org.pgas.spi.Shown;
import org.pgas.spi.SyncLanes;
import org.pgas.spi.Topology;
import org.pgas.spi.WaitRecord;
import org.pgas.spi.WordCopies;

/** A rank's membership in a job of several neighbourhoods: see the table of roles in the comment of the package. */
final class HostsConduit implements Conduit {
    private final Conduit near;
    private final Board board;
    private final Wire wire;
    private final Ways ways;
    private final Changes changes;
    private final WireThread thread;
    private final Member member;
    private final AttachedSegments attached;
    private final AreaParts area;
    private final Bells bells;
    private final MessageTransport messages;
    private final Diagnosis diagnosis;

    /** Null where the wire has none. */
    private final Transfers transfers;

    /** Owns the wire from now on. All peers are connected, or will be found lost. */
    HostsConduit(Conduit near, Board board, Wire wire) {
        this.near = near;
        this.board = board;
        this.wire = wire;
        int rank = near.member().rank();
        changes = new Changes(rank, near.member().size(), board, near.area(), wire);
        ways = new Ways(near, near.topology(), wire, board, changes);
        changes.sendBy(ways);
        transfers = wire.oneSided().map(oneSided -> new Transfers(oneSided, ways)).orElse(null);
        if (transfers != null) {
            ways.transferBy(transfers);
        }
        thread = new WireThread(rank, ways, wire);
        messages = new Messages(rank, near.messages(), board, changes, ways, thread, wire);
        member = new WayMember(near.member());
        attached = near.topology().hosts() == 1 ? near.attached()
                : new CopiedAttached(near.attached(), board, changes, near.topology(), rank);
        area = new CopiedArea(near.area());
        bells = new WireBells(near.bells());
        diagnosis = new WayDiagnosis(near.diagnosis());
        thread.start();
        near.member().everyTick(new ShownWays(ways, near.shown().waysAddress())::show);
    }

    @Override
    public Member member() {
        return member;
    }

    @Override
    public JobEnd end() {
        return near.end();
    }

    @Override
    public Topology topology() {
        return near.topology();
    }

    @Override
    public AttachedSegments attached() {
        return attached;
    }

    @Override
    public SegmentStore segments() {
        return near.segments();
    }

    @Override
    public AreaParts area() {
        return area;
    }

    @Override
    public SyncLanes lanes() {
        return board;
    }

    @Override
    public WordCopies copies() {
        return changes;
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
    public OneSidedTransfers oneSided() {
        return transfers;
    }

    @Override
    public Processes processes() {
        return near.processes();
    }

    @Override
    public Shown shown() {
        return near.shown();
    }

    @Override
    public Diagnosis diagnosis() {
        return diagnosis;
    }

    private final class WayMember implements Member {
        private final Member inside;
        private boolean hasLeft; // by leave alone, one thread at a time

        WayMember(Member inside) {
            this.inside = inside;
        }

        @Override
        public int rank() {
            return inside.rank();
        }

        @Override
        public int size() {
            return inside.size();
        }

        @Override
        public String jobName() {
            return inside.jobName();
        }

        @Override
        public String environment(String name) {
            return inside.environment(name);
        }

        /** What it has sent before has come, and is not still on its way. */
        @Override
        public boolean hasLeft(int rank) {
            Way way = ways.to(rank);
            return way == null ? inside.hasLeft(rank) : way.isLeaving();
        }

        @Override
        public void everyTick(Runnable task) {
            inside.everyTick(task);
        }

        @Override
        public void leave() {
            if (!hasLeft) {
                hasLeft = true;
                ways.leave();
                thread.stop();
                ways.endPolls(); // of other threads, which may still wait
                wire.close();
            }
            inside.leave();
        }
    }

    /** Says of a rank elsewhere also what is on the way to it and back. */
    private final class WayDiagnosis implements Diagnosis {
        private final Diagnosis inside;

        WayDiagnosis(Diagnosis inside) {
            this.inside = inside;
        }

        @Override
        public String describe(int rank) {
            Way way = ways.to(rank);
            return inside.describe(rank) + (way == null ? "" : way.describe());
        }

        @Override
        public String pauseOf(int rank) {
            return inside.pauseOf(rank);
        }

        @Override
        public WaitRecord waitOf(int rank) {
            return inside.waitOf(rank);
        }

        @Override
        public void watch(Path file, long address, long bytes) {
            inside.watch(file, address, bytes);
        }

        @Override
        public String place(long address) {
            return inside.place(address);
        }

        @Override
        public String describeFault(Throwable thrown) {
            return inside.describeFault(thrown);
        }
    }

    private final class CopiedArea implements AreaParts {
        private final AreaParts inside;

        CopiedArea(AreaParts inside) {
            this.inside = inside;
        }

        @Override
        public long address(int rank) {
            return inside.address(rank);
        }

        @Override
        public long bytes() {
            return inside.bytes();
        }

        @Override
        public void reserve(long offset, long bytes) {
            inside.reserve(offset, bytes);
            changes.reserve(offset, bytes);
        }

        @Override
        public void reserveCopy(int owner, long offset, long bytes) {
            inside.reserveCopy(owner, offset, bytes);
        }
    }

    /** A thread that sleeps has the wire's thread take in what comes meanwhile, which rings. */
    private final class WireBells implements Bells {
        private final Bells inside;

        WireBells(Bells inside) {
            this.inside = inside;
        }

        @Override
        public long sleepersAddress() {
            return inside.sleepersAddress();
        }

        @Override
        public void ringAll() {
            inside.ringAll();
        }

        @Override
        public void ring(int rank) {
            if (ways.to(rank) == null) {
                inside.ring(rank);
            }
        }

        @Override
        public int beginSleep() {
            thread.beginSleep();
            return inside.beginSleep();
        }

        @Override
        public void sleep(int ticket, long nanos) {
            inside.sleep(ticket, nanos);
        }

        @Override
        public void endSleep() {
            thread.endSleep();
            inside.endSleep();
        }
    }
}
