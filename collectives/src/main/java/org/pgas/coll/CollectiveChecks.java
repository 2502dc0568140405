package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/** Refuses arguments, while nothing has been changed and no other member knows of the call. */
final class CollectiveChecks {
    private final Team team;
    private final int rank;
    private final int size;
    private final boolean checked;
    private final boolean nonBlocking;

    /** @param nonBlocking which forms of the calls are checked: refusals name the calls of this form */
    CollectiveChecks(Team team, boolean nonBlocking) {
        this.team = team;
        this.nonBlocking = nonBlocking;
        this.rank = team.rank();
        this.size = team.size();
        this.checked = team.job().isChecked();
    }

    private String call(Form form) {
        return nonBlocking ? form.nonBlockingCall() : form.call();
    }

    /** Begins a call: refuses it where no collective is legal. */
    void begin(Form form) {
        TeamCore.of(team).beginCollective(call(form));
        TeamCore.of(team.job().world()).countCollective();
    }

    /** Of a call with a root. */
    void begin(Form form, int root) {
        begin(form);
        if (root < 0 || root >= size) {
            throw bad(form, "root " + root + " is outside 0.." + (size - 1) + " of the team");
        }
    }

    /** Returns the bytes that are broadcast. */
    long broadcast(int root, MemorySegment target, MemorySegment source) {
        begin(Form.BROADCAST, root);
        long bytes = writable(Form.BROADCAST, target);
        if (rank == root) {
            sized(Form.BROADCAST, "source", readable(Form.BROADCAST, source), "the target", bytes);
            overlap(Form.BROADCAST, target, source, true);
        }
        return bytes;
    }

    /** Returns the bytes of a block. */
    long gather(int root, MemorySegment target, MemorySegment source) {
        begin(Form.GATHER, root);
        long bytes = readable(Form.GATHER, source);
        if (rank == root) {
            many(Form.GATHER, "target", writable(Form.GATHER, target), "source", bytes);
            overlap(Form.GATHER, target, source, false);
        }
        return bytes;
    }

    /** Returns the bytes of a block. */
    long scatter(int root, MemorySegment target, MemorySegment source) {
        begin(Form.SCATTER, root);
        long bytes = writable(Form.SCATTER, target);
        if (rank == root) {
            many(Form.SCATTER, "source", readable(Form.SCATTER, source), "target", bytes);
            overlap(Form.SCATTER, target, source, false);
        }
        return bytes;
    }

    /** Returns the bytes of a block. */
    long allGather(MemorySegment target, MemorySegment source) {
        begin(Form.ALL_GATHER);
        long bytes = readable(Form.ALL_GATHER, source);
        many(Form.ALL_GATHER, "target", writable(Form.ALL_GATHER, target), "source", bytes);
        overlap(Form.ALL_GATHER, target, source, false);
        return bytes;
    }

    /** Returns the bytes of a block. */
    long exchange(MemorySegment target, MemorySegment source) {
        begin(Form.EXCHANGE);
        long bytes = readable(Form.EXCHANGE, source);
        sized(Form.EXCHANGE, "target", writable(Form.EXCHANGE, target), "the source", bytes);
        if (bytes % size != 0) {
            throw bad(Form.EXCHANGE, "source and target of " + bytes + " bytes are not " + size
                    + " blocks of the same size, one for each member: use exchangeV for others");
        }
        overlap(Form.EXCHANGE, target, source, false);
        return bytes / size;
    }

    void gatherV(int root, MemorySegment target, Blocks blocks, MemorySegment source) {
        begin(Form.GATHER_V, root);
        long bytes = readable(Form.GATHER_V, source);
        if (rank == root) {
            targetBlocks(Form.GATHER_V, target, blocks);
            sized(Form.GATHER_V, "source", bytes, "this rank's block", blocks.bytes(rank));
            overlap(Form.GATHER_V, target, source, false);
        }
    }

    void scatterV(int root, MemorySegment target, MemorySegment source, Blocks blocks) {
        begin(Form.SCATTER_V, root);
        long bytes = writable(Form.SCATTER_V, target);
        if (rank == root) {
            sourceBlocks(Form.SCATTER_V, source, blocks);
            sized(Form.SCATTER_V, "target", bytes, "this rank's block", blocks.bytes(rank));
            overlap(Form.SCATTER_V, target, source, false);
        }
    }

    void allGatherV(MemorySegment target, Blocks blocks, MemorySegment source) {
        begin(Form.ALL_GATHER_V);
        long bytes = readable(Form.ALL_GATHER_V, source);
        targetBlocks(Form.ALL_GATHER_V, target, blocks);
        sized(Form.ALL_GATHER_V, "source", bytes, "this rank's block", blocks.bytes(rank));
        overlap(Form.ALL_GATHER_V, target, source, false);
    }

    void exchangeV(MemorySegment target, Blocks targetBlocks, MemorySegment source, Blocks sourceBlocks) {
        begin(Form.EXCHANGE_V);
        targetBlocks(Form.EXCHANGE_V, target, targetBlocks);
        sourceBlocks(Form.EXCHANGE_V, source, sourceBlocks);
        if (sourceBlocks.bytes(rank) != targetBlocks.bytes(rank)) {
            throw bad(Form.EXCHANGE_V, "this rank's block for itself has " + sourceBlocks.bytes(rank)
                    + " bytes in the source and " + targetBlocks.bytes(rank) + " in the target: give both the same");
        }
        overlap(Form.EXCHANGE_V, target, source, false);
    }

    /** Returns the bytes of an operand. */
    long reduceToOne(int root, MemorySegment target, MemorySegment source, Reduction reduction) {
        begin(Form.REDUCE_TO_ONE, root);
        return operand(Form.REDUCE_TO_ONE, rank == root, target, source, reduction);
    }

    /** Of the reductions without a root; returns the bytes of an operand. */
    long reduction(Form form, MemorySegment target, MemorySegment source, Reduction reduction) {
        begin(form);
        return operand(form, true, target, source, reduction);
    }

    /** Returns the bytes of an operand. {@code takes}: whether there is a target here. */
    private long operand(Form form, boolean takes, MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = readable(form, source);
        if (reduction == null) {
            throw bad(form, "the reduction is null: give one, such as Reduction.of(DataType.DBL, Opcode.ADD)");
        }
        if (bytes % reduction.elementBytes() != 0) {
            throw bad(form, "the source of " + bytes + " bytes is not a whole number of elements of "
                    + reduction.elementBytes() + " bytes (" + reduction + ")");
        }
        if (takes) {
            sized(form, "target", writable(form, target), "the source", bytes);
            overlap(form, target, source, true);
        }
        return bytes;
    }

    /** One number of 8 bytes. */
    void number(Form form, Reduction reduction, boolean integer) {
        boolean fits = reduction != null && reduction.elementBytes() == Long.BYTES
                && (reduction.type() == null || reduction.type().isInteger() == integer);
        if (!fits) {
            throw bad(form, reduction + " does not take a " + (integer ? "long" : "double")
                    + ": give a reduction of " + (integer ? "I64 or U64" : "DBL"));
        }
    }

    private long readable(Form form, MemorySegment source) {
        if (source == null) {
            throw bad(form, "the source is null on a rank that gives data");
        }
        TeamCore.of(team).local().readable(call(form), source);
        return source.byteSize();
    }

    private long writable(Form form, MemorySegment target) {
        if (target == null) {
            throw bad(form, "the target is null on a rank that gets data");
        }
        TeamCore.of(team).local().writable(call(form), target);
        return target.byteSize();
    }

    private void sized(Form form, String name, long bytes, String other, long expected) {
        if (bytes != expected) {
            throw bad(form, "the " + name + " has " + bytes + " bytes and " + other + " " + expected
                    + ": both have the same number");
        }
    }

    private void many(Form form, String name, long bytes, String other, long block) {
        if (block > Long.MAX_VALUE / size || bytes != block * size) {
            throw bad(form,
                    "the " + name + " has " + bytes + " bytes: it needs " + size + " blocks, one for each member, "
                            + "of " + block + " bytes, which the " + other + " has");
        }
    }

    private void targetBlocks(Form form, MemorySegment target, Blocks blocks) {
        blocks(form, "target", writable(form, target), blocks);
        if (blocks.isOverlapping()) {
            throw bad(form, "blocks of the target overlap (" + blocks + "): each byte can be written once");
        }
    }

    private void sourceBlocks(Form form, MemorySegment source, Blocks blocks) {
        blocks(form, "source", readable(form, source), blocks);
    }

    private void blocks(Form form, String name, long bytes, Blocks blocks) {
        if (blocks == null || blocks.count() != size) {
            throw bad(form, "the " + name + " has " + (blocks == null ? "no blocks" : blocks.count() + " blocks")
                    + ": give one for each of the " + size + " members");
        }
        if (blocks.extent() > bytes) {
            throw bad(form, "the blocks of the " + name + " end at byte " + blocks.extent() + ", behind its " + bytes
                    + " bytes");
        }
    }

    /** Checked mode. */
    private void overlap(Form form, MemorySegment target, MemorySegment source, boolean mayBeSame) {
        if (checked && source.byteSize() > 0 && source.asOverlappingSlice(target).isPresent()
                && !(mayBeSame && CopyOperation.isSame(source, 0, target, 0))) {
            throw bad(form, "source and target overlap: use memory of their own" + (mayBeSame
                    ? ", or the same for both"
                    : ""));
        }
    }

    private PgasException bad(Form form, String what) {
        return Refusals.of(team.job().rank()).bad(call(form), what);
    }
}
