package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.testkit.Seed;

/**
 * Calls collectives on operands in memory of any kind, which each rank draws for itself, and checks them and the bytes
 * beside them.
 */
final class CollectiveRig {
    private static final byte PATTERN = 0x5A;
    private static final int GUARD = 24;

    private final Job job;
    private final SplittableRandom random;

    /** Of the own segment, what is not in use. */
    private long from;
    private final long first;
    private final long end;

    /** For this thread only. */
    private Arena confined = Arena.ofConfined();

    CollectiveRig(Job job) {
        this(job, "memory of rank " + job.rank(), 0, job.endpoint().segment().size());
    }

    /** For one thread of several: it has a part of the segment. */
    CollectiveRig(Job job, String name, long from, long end) {
        this.job = job;
        this.random = Seed.of(name);
        this.from = from;
        this.first = from;
        this.end = end;
    }

    /** Memory with a guard on either side. */
    private static final class Operand {
        private final MemorySegment whole;
        private final MemorySegment part;
        private final long at;

        Operand(MemorySegment whole, long at, long bytes) {
            this.whole = whole;
            this.at = at;
            whole.fill(PATTERN);
            part = whole.asSlice(at, bytes);
        }

        /** With only this in it. */
        void check(byte[] expected, String what) {
            byte[] all = new byte[(int) whole.byteSize()];
            Arrays.fill(all, PATTERN);
            System.arraycopy(expected, 0, all, (int) at, expected.length);
            long different = whole.mismatch(MemorySegment.ofArray(all));
            if (different >= 0) {
                assertEquals(all[(int) different], whole.get(ValueLayout.JAVA_BYTE, different),
                        what + ": byte " + (different - at) + " of " + expected.length);
            }
        }
    }

    private Operand operand(int bytes) {
        int at = GUARD + (random.nextBoolean() ? 0 : random.nextInt(9));
        int room = at + bytes + GUARD + 7 & -8;
        MemorySegment whole = switch (random.nextInt(8)) {
            case 0 -> MemorySegment.ofArray(new byte[room]);
            case 1 -> MemorySegment.ofArray(new int[room / 4]);
            case 2 -> MemorySegment.ofArray(new double[room / 8]);
            case 3 -> Arena.ofAuto().allocate(room, 8);
            case 4 -> confined.allocate(room, 8);
            default -> null;
        };
        if (whole == null) {
            if (from + room > end) {
                whole = Arena.ofAuto().allocate(room, 8);
            } else {
                whole = job.endpoint().segment().local().asSlice(from, room);
                from += room;
            }
        }
        return new Operand(whole, at, bytes);
    }

    /** One call and its operands. */
    final class Call {
        private final CollectiveModel model;
        private final int rank;
        private final Operand source;
        private final Operand target;
        private final String what;
        private Event event;

        private Call(CollectiveModel model, int rank, String name) {
            this.model = model;
            this.rank = rank;
            what = "rank " + rank + ", " + name + ": " + model;
            boolean inPlace = model.isInPlace(rank);
            target = make(model.targetBytes(rank));
            source = inPlace ? target : make(model.sourceBytes(rank));
            if (model.sourceBytes(rank) > 0) {
                source.part.copyFrom(MemorySegment.ofArray(model.input(rank)));
            }
        }

        /** Where nothing is read or written, anything: null, or memory that stays as it is. */
        private Operand make(int bytes) {
            return bytes >= 0 ? operand(bytes) : random.nextBoolean() ? null : operand(random.nextInt(100));
        }

        Call start(Collectives on, boolean isBlocking) {
            MemorySegment to = target == null ? null : target.part;
            MemorySegment of = source == null ? null
                    : source == target || random.nextBoolean() ? source.part : source.part.asReadOnly();
            if (isBlocking) {
                CollectiveCalls.call(on, model, rank, to, of);
            } else {
                event = CollectiveCalls.callNb(on, model, rank, to, of);
            }
            return this;
        }

        boolean test() {
            if (event != null && event.test()) {
                event = null;
            }
            return event == null;
        }

        void await() {
            if (event != null) {
                event.await();
                event = null;
            }
        }

        /** When it is complete. */
        void check() {
            if (target != null) {
                byte[] content = target == source ? model.input(rank).clone() : pattern((int) target.part.byteSize());
                if (model.targetBytes(rank) >= 0) {
                    model.write(rank, content);
                }
                target.check(content, what + ", target");
            }
            if (source != null && source != target) {
                source.check(model.sourceBytes(rank) >= 0 ? model.input(rank) : pattern((int) source.part.byteSize()),
                        what + ", source");
            }
        }

        @Override
        public String toString() {
            return what;
        }
    }

    private static byte[] pattern(int bytes) {
        byte[] content = new byte[bytes];
        Arrays.fill(content, PATTERN);
        return content;
    }

    Call call(CollectiveModel model, Team team, String name) {
        return new Call(model, team.rank(), name);
    }

    /** Begins it, completes it as this rank likes to, and checks it. */
    void run(CollectiveModel model, Team team, String name) {
        Call call = call(model, team, name).start(Collectives.of(team), random.nextBoolean());
        if (random.nextBoolean()) {
            while (!call.test()) {
                Thread.onSpinWait();
            }
        }
        call.await();
        call.check();
    }

    /** All memory is free again: nothing is under way. */
    void reuse() {
        from = first;
        confined.close();
        confined = Arena.ofConfined();
    }
}
