package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.ReduceOp;
import org.pgas.mpi.inside.Types;

/**
 * Blocking calls with blocks of equal size on all ranks, by the collectives of the core, on shared memory. All ranks
 * find the same ways, since MPI asks for the same of all: bytes of data, or operation and datatype. Datatypes may
 * differ between ranks; so data that is not one run is packed here, and goes this way too.
 *
 * <p>One thread at a time.
 */
final class TeamWays {
    private static final Map<Datatype, DataType> KINDS = Map.of(Datatype.INT, DataType.I32, Datatype.UINT32,
            DataType.U32, Datatype.LONG, DataType.I64, Datatype.UINT64, DataType.U64, Datatype.FLOAT, DataType.FLT,
            Datatype.DOUBLE, DataType.DBL);

    private static final Map<Op, Opcode> CODES = Map.of(Op.SUM, Opcode.ADD, Op.PROD, Opcode.MULT,
            Op.MAX, Opcode.MAX, Op.MIN, Opcode.MIN, Op.BAND, Opcode.AND, Op.BOR, Opcode.OR, Op.BXOR, Opcode.XOR);

    private record Kind(Op op, Datatype type) {}

    private final Team team;
    private final Collectives collectives;
    private final Map<Kind, Reduction> reductions = new HashMap<>();

    TeamWays(Team team) {
        this.team = team;
        this.collectives = Collectives.of(team);
    }

    void barrier() {
        team.barrier();
    }

    void broadcast(Buffer elements, int root) {
        MemorySegment run = BufferCopies.run(elements);
        if (run != null) {
            collectives.broadcast(root, run, run);
            return;
        }
        Buffer packed = BufferCopies.packed(elements);
        if (team.rank() == root) {
            BufferCopies.copy(elements, packed);
        }
        collectives.broadcast(root, packed.memory(), packed.memory());
        if (team.rank() != root) {
            BufferCopies.copy(packed, elements);
        }
    }

    /** {@code source} is null where it is in place; {@code target}, a block, is not looked at but at the root. */
    void gather(Buffer source, Buffer target, int root) {
        boolean isRoot = team.rank() == root;
        Buffer own = source == null ? target.block(root) : source;
        Buffer all = isRoot ? all(target) : null;
        MemorySegment into = isRoot ? landing(all) : MemorySegment.NULL;
        collectives.gather(root, into, source == null ? copied(own) : packed(own));
        if (isRoot) {
            landed(into, all);
        }
    }

    /** {@code target} is null where it is in place; {@code source}, a block, is not looked at but at the root. */
    void scatter(Buffer source, Buffer target, int root) {
        boolean isRoot = team.rank() == root;
        Buffer own = target == null ? BufferCopies.packed(source) : target;
        MemorySegment into = landing(own);
        collectives.scatter(root, into, isRoot ? packed(all(source)) : MemorySegment.NULL);
        if (target != null) {
            landed(into, own);
        }
    }

    /** As {@link #gather}, to all. */
    void allGather(Buffer source, Buffer target) {
        Buffer all = all(target);
        MemorySegment into = landing(all);
        collectives.allGather(into, source == null ? copied(target.block(team.rank())) : packed(source));
        landed(into, all);
    }

    /** {@code source} is null where it is in place; both are blocks. */
    void allToAll(Buffer source, Buffer target) {
        Buffer all = all(target);
        MemorySegment into = landing(all);
        collectives.exchange(into, source == null ? copied(all) : packed(all(source)));
        landed(into, all);
    }

    /** Whether reductions go this way. All ranks find the same. */
    static boolean takes(ReduceOp op, Buffer elements) {
        return op instanceof Op && elements.type().isPredefined()
                && Types.denseRun(elements.type(), elements.count()) != Types.NONE;
    }

    void reduce(Buffer source, Buffer target, ReduceOp op, int root) {
        collectives.reduceToOne(root, team.rank() == root ? BufferCopies.run(target) : MemorySegment.NULL,
                BufferCopies.run(source), reduction(op, source.type()));
    }

    void allReduce(Buffer source, Buffer target, ReduceOp op) {
        MemorySegment into = BufferCopies.run(target);
        collectives.reduceToAll(into, source == target ? into : BufferCopies.run(source),
                reduction(op, source.type()));
    }

    void scan(Buffer source, Buffer target, ReduceOp op, boolean inclusive) {
        MemorySegment into = BufferCopies.run(target);
        MemorySegment from = source == target ? into : BufferCopies.run(source);
        if (inclusive) {
            collectives.scan(into, from, reduction(op, source.type()));
        } else {
            collectives.exscan(into, from, reduction(op, source.type()));
        }
    }

    private Reduction reduction(ReduceOp op, Datatype type) {
        return reductions.computeIfAbsent(new Kind((Op) op, type), TeamWays::make);
    }

    /** What the core has no code for is its user operation; the order of operands is the same. */
    private static Reduction make(Kind kind) {
        DataType type = KINDS.get(kind.type);
        Opcode code = CODES.get(kind.op);
        boolean isBits = code == Opcode.AND || code == Opcode.OR || code == Opcode.XOR;
        if (type != null && code != null && (!isBits || type.isInteger())) {
            return Reduction.of(type, code);
        }
        return Reduction.user(kind.type.size(),
                (left, rightAndResult, count) -> kind.op.reduceLocal(left, rightAndResult, count, kind.type));
    }

    /** As many blocks as there are ranks. */
    private Buffer all(Buffer block) {
        return new Buffer(block.memory(), block.offset(), block.count() * team.size(), block.type());
    }

    /** The data as one run: where it lies, or packed. */
    private static MemorySegment packed(Buffer elements) {
        MemorySegment run = BufferCopies.run(elements);
        return run != null ? run : copied(elements);
    }

    /** The data in memory of its own. */
    private static MemorySegment copied(Buffer elements) {
        Buffer packed = BufferCopies.packed(elements);
        BufferCopies.copy(elements, packed);
        return packed.memory();
    }

    /** Where data comes as one run. */
    private static MemorySegment landing(Buffer elements) {
        MemorySegment run = BufferCopies.run(elements);
        return run != null ? run : BufferCopies.packed(elements).memory();
    }

    private static void landed(MemorySegment data, Buffer elements) {
        if (BufferCopies.run(elements) == null) {
            BufferCopies.copy(Buffer.of(data, data.byteSize(), Datatype.BYTE), elements);
        }
    }
}
