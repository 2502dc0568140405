package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;

import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.ReduceOp;
import org.pgas.mpi.inside.Types;

/** Looks at the arguments of collective calls before any rank hears of the call. */
final class CollectiveArguments {
    private final CollectiveLink link;

    CollectiveArguments(CollectiveLink link) {
        this.link = link;
    }

    void root(int root) {
        if (root < 0 || root >= link.size()) {
            throw link.bad("root " + root + " is outside 0.." + (link.size() - 1) + " of the communicator");
        }
    }

    /** What is read; not in place. */
    void source(String role, Buffer elements) {
        given(role, elements);
        if (elements.isInPlace()) {
            throw link.bad("the " + role + " buffer is IN_PLACE, which is not legal here");
        }
        check(role, elements, 1);
    }

    /** What is written; not in place. {@code blocks}: how many such buffers there are, one behind the other. */
    void target(String role, Buffer elements, int blocks) {
        given(role, elements);
        if (elements.isInPlace()) {
            throw link.bad("the " + role + " buffer is IN_PLACE, which is not legal here");
        }
        check(role, elements, blocks);
        if (elements.memory().isReadOnly() && elements.count() > 0) {
            throw link.bad("the " + role + " memory is read-only");
        }
        String overlap = Types.overlap(elements.type(), role, elements.count() * blocks);
        if (overlap != null) {
            throw link.bad(overlap);
        }
    }

    /** What is read, of a block for each rank. */
    void blocks(String role, Buffer elements) {
        given(role, elements);
        check(role, elements, link.size());
    }

    void sources(String role, Buffers blocks) {
        for (int rank = 0; rank < count(role, blocks); rank++) {
            check(role + " of rank " + rank, blocks.block(rank), 1);
        }
    }

    void targets(String role, Buffers blocks) {
        for (int rank = 0; rank < count(role, blocks); rank++) {
            target(role + " of rank " + rank, blocks.block(rank), 1);
        }
    }

    private int count(String role, Buffers blocks) {
        given(role, blocks);
        if (blocks.count() != link.size()) {
            throw link.bad("the " + role + " buffers are for " + blocks.count() + " ranks: the communicator has "
                    + link.size());
        }
        return link.size();
    }

    private void given(String role, Object argument) {
        if (argument == null) {
            throw link.bad("the " + role + " buffer is null");
        }
    }

    private void check(String role, Buffer elements, int blocks) {
        Datatype type = elements.type();
        if (type == null) {
            throw link.bad("the " + role + " datatype is null: give a constant of Datatype, or a committed type");
        }
        String refusal = Types.refusal(type, role, elements.count());
        if (refusal == null) {
            boolean isTooMany = elements.count() > Long.MAX_VALUE / blocks;
            refusal = Types.refusal(type, role, isTooMany ? Long.MAX_VALUE : elements.count() * blocks);
        }
        if (refusal != null) {
            throw link.bad(refusal);
        }
        MemorySegment memory = elements.memory();
        long count = elements.count() * blocks;
        if (memory == null) {
            throw link.bad("the " + role + " memory is null: give MemorySegment.NULL for no elements");
        }
        long low = elements.offset() + Types.lowest(type, count);
        long high = elements.offset() + Types.highest(type, count);
        if (count > 0 && (elements.offset() < 0 || low < 0 || high > memory.byteSize())) {
            throw link.bad(count + " of " + type + " at offset " + elements.offset() + " are bytes " + low + ".."
                    + (high - 1) + " of the " + role + " memory, which has " + memory.byteSize()
                    + " bytes: give a larger one, or fewer elements");
        }
    }

    /** An operation, and the elements that it is for. */
    void reduction(ReduceOp op, Buffer elements) {
        if (op == null) {
            throw link.bad("the operation is null: give one of Op, or a UserOp");
        }
        Datatype type = elements.type();
        if (op == Op.REPLACE || op == Op.NO_OP || !op.isDefinedOn(type)) {
            throw link.bad(op + " is no operation for a reduction of " + type
                    + ": Op says on which types each is defined; REPLACE and NO_OP are for accumulates");
        }
        if (Types.lowest(type, elements.count()) < 0) {
            throw link.bad(type + " has elements before its beginning, which no reduction takes: make it with other "
                    + "displacements");
        }
    }

    /** Two buffers of one reduction on this rank. */
    void alike(Buffer source, Buffer target) {
        if (source.count() != target.count() || source.type() != target.type()) {
            throw link.bad("the send buffer has " + source.count() + " of " + source.type()
                    + " and the receive buffer " + target.count() + " of " + target.type()
                    + ": a reduction has one count and one datatype");
        }
    }

    /** The data of both have as many bytes: what a rank has for itself. */
    void same(Buffer source, Buffer target) {
        if (BufferCopies.bytes(source) != BufferCopies.bytes(target)) {
            throw link.bad("this rank sends itself " + source.count() + " of " + source.type() + ", which are "
                    + BufferCopies.bytes(source) + " bytes of data, and receives " + target.count() + " of "
                    + target.type() + ", which are " + BufferCopies.bytes(target) + ": give as much on both sides");
        }
    }

    /**
     * {@code all} has the blocks of a reduction one behind the other, as the counts say; {@code receive} is as this
     * rank's. {@code isWhole}: {@code all} says nothing of how many elements there are in its memory.
     */
    void scattered(Buffer all, Buffer receive, int[] counts, boolean isWhole) {
        if (counts == null || counts.length != link.size()) {
            throw link.bad((counts == null ? "the counts are null" : "there are " + counts.length + " counts")
                    + ": give one for each of the " + link.size() + " ranks");
        }
        long sum = 0;
        for (int each : counts) {
            if (each < 0) {
                throw link.bad("a count is " + each + ": legal are 0 and more");
            }
            sum += each;
        }
        if (receive.count() != counts[link.rank()] || all.type() != receive.type()
                || !isWhole && all.count() != sum) {
            throw link.bad("the counts are " + sum + " together, and " + counts[link.rank()]
                    + " of this rank; the send buffer has " + all.count() + " of " + all.type()
                    + ", and the receive buffer " + receive.count() + " of " + receive.type());
        }
        check(isWhole ? "receive" : "send", new Buffer(all.memory(), all.offset(), sum, all.type()), 1);
    }
}
