package org.pgas.mpi.comm;

import org.pgas.mpi.Datatype;
import org.pgas.mpi.ReduceOp;
import org.pgas.mpi.Request;

/**
 * The collective calls of a communicator: {@link Comm#collectives}.
 *
 * <pre>{@code
 * CommCollectives all = world.collectives();
 * all.bcast(Buffer.of(MemorySegment.ofArray(table), table.length, Datatype.DOUBLE), 0);
 * all.allreduce(Buffer.IN_PLACE, Buffer.of(MemorySegment.ofArray(sums), 10, Datatype.LONG), Op.SUM);
 * }</pre>
 *
 * <p><b>Callers.</b> All ranks of the communicator make the same calls in the same order, by one thread of each at a
 * time. Root, operation, and the bytes of data of what is sent and received between two ranks are the same on both; of
 * reductions the datatype and the count are. Datatypes may differ otherwise, as in messages between two ranks. What
 * differs is undefined: a rank may wait for ever, or get an error.
 *
 * <p><b>Buffers.</b> Where all ranks have a block, the {@link Buffer} is that of the first rank, and the others follow
 * at distances of its count times the extent of its type; of a different size each they are {@link Buffers}. Where MPI
 * says that a buffer is significant at the root only, it may be null elsewhere. {@link Buffer#IN_PLACE} stands for the
 * send buffer, and in a scatter for the receive buffer of the root. Buffers do not overlap otherwise.
 *
 * <p><b>Non-blocking.</b> Calls that begin with i return a request; the memory of both buffers belongs to the call
 * until that is complete, while datatypes may be freed. Any number may be under way, and be completed in any order.
 * They go on in every call of MPI, and in every poll and wait of the library; with memory of a confined arena in those
 * of its thread. A blocking call does not meet a non-blocking one on another rank.
 *
 * <p><b>Order.</b> Reductions by predefined operations take the operands in any order in which the result is the same
 * but for rounding, and a {@link org.pgas.mpi.UserOp} that is not commutative in the order of the ranks. With
 * {@code allreduce} all ranks have the same bits.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException} before this rank takes part: a root outside the communicator; null,
 * uncommitted datatypes, elements that stick out of their memory; receive buffers that are read-only or overlap
 * themselves; operations that are not defined on the datatype. What a user operation throws comes out of the call or
 * its request.
 *
 * <p>Source: MPI-4.1 chapter 6 "Collective Communication".
 */
public final class CommCollectives {
    private final CollectiveLink link;
    private final CollectiveArguments arguments;

    /** Null where messages do all. */
    private final TeamWays team;

    /** Of the next call by messages: all ranks count alike. */
    private int tag;

    CommCollectives(CollectiveLink link) {
        this.link = link;
        this.arguments = new CollectiveArguments(link);
        this.team = link.team() == null ? null : new TeamWays(link.team());
    }

    private Schedule schedule(String call, Buffer... buffers) {
        Schedule made = new Schedule(link, call, tag);
        tag = tag + 1 & Integer.MAX_VALUE;
        for (Buffer each : buffers) {
            if (each != null) {
                made.uses(each.memory());
            }
        }
        return made;
    }

    /** The same elements, of a type that the program cannot free before an operation takes them. */
    private static Buffer kept(Buffer elements) {
        Datatype type = elements.type();
        return type.isPredefined() ? elements
                : new Buffer(elements.memory(), elements.offset(), elements.count(), Datatype.dup(type));
    }

    private static Buffer unlessInPlace(Buffer buffer) {
        return buffer.isInPlace() ? null : buffer;
    }

    /** Returns when all ranks have called it. Source: MPI-4.1 6.3, MPI_Barrier. */
    public void barrier() {
        link.enter("CommCollectives.barrier");
        if (team != null) {
            team.barrier();
        } else {
            ibarrier().await();
        }
    }

    /** {@link #barrier}, non-blocking. Source: MPI-4.1 6.12.1, MPI_Ibarrier. */
    public Request ibarrier() {
        link.enter("CommCollectives.ibarrier");
        Schedule schedule = schedule("CommCollectives.ibarrier");
        Trees.barrier(schedule);
        return link.begin(schedule);
    }

    /** Copies the root's elements to all ranks. Source: MPI-4.1 6.4, MPI_Bcast. */
    public void bcast(Buffer buffer, int root) {
        checkBcast(buffer, root);
        if (team != null) {
            team.broadcast(buffer, root);
        } else {
            ibcast(buffer, root).await();
        }
    }

    /** {@link #bcast}, non-blocking. Source: MPI-4.1 6.12.2, MPI_Ibcast. */
    public Request ibcast(Buffer buffer, int root) {
        checkBcast(buffer, root);
        Schedule schedule = schedule("CommCollectives.ibcast", buffer);
        Trees.broadcast(schedule, buffer, root);
        return link.begin(schedule);
    }

    private void checkBcast(Buffer buffer, int root) {
        link.enter("CommCollectives.bcast");
        arguments.root(root);
        if (link.rank() == root) {
            arguments.source("broadcast", buffer);
        } else {
            arguments.target("broadcast", buffer, 1);
        }
    }

    /**
     * Copies what each rank sends to its block at the root. Source: MPI-4.1 6.5, MPI_Gather.
     *
     * @param send at the root it may be {@link Buffer#IN_PLACE}: its own block is there already
     * @param receive at the root: the block of rank 0; ignored elsewhere
     */
    public void gather(Buffer send, Buffer receive, int root) {
        checkGather(send, receive, root);
        if (team != null) {
            team.gather(unlessInPlace(send), receive, root);
        } else {
            igather(send, receive, root).await();
        }
    }

    /** {@link #gather}, non-blocking. Source: MPI-4.1 6.12.3, MPI_Igather. */
    public Request igather(Buffer send, Buffer receive, int root) {
        checkGather(send, receive, root);
        boolean isRoot = link.rank() == root;
        Schedule schedule = schedule("CommCollectives.igather", send, isRoot ? receive : null);
        Exchanges.gather(schedule, unlessInPlace(send), isRoot ? Buffers.ofBlocks(receive, link.size()) : null, root);
        return link.begin(schedule);
    }

    private void checkGather(Buffer send, Buffer receive, int root) {
        link.enter("CommCollectives.gather");
        arguments.root(root);
        if (link.rank() != root) {
            arguments.source("send", send);
            return;
        }
        arguments.target("receive", receive, link.size());
        checkOwn(send, receive);
    }

    /** A send buffer that may be in place, and what this rank receives of itself. */
    private void checkOwn(Buffer send, Buffer receive) {
        if (send == null || !send.isInPlace()) {
            arguments.source("send", send);
            arguments.same(send, receive);
        }
    }

    /**
     * {@link #gather} of blocks of any size. Source: MPI-4.1 6.5, MPI_Gatherv.
     *
     * @param receive at the root; ignored elsewhere
     */
    public void gatherv(Buffer send, Buffers receive, int root) {
        igatherv(send, receive, root).await();
    }

    /** {@link #gatherv}, non-blocking. Source: MPI-4.1 6.12.3, MPI_Igatherv. */
    public Request igatherv(Buffer send, Buffers receive, int root) {
        link.enter("CommCollectives.gatherv");
        arguments.root(root);
        boolean isRoot = link.rank() == root;
        if (isRoot) {
            arguments.targets("receive", receive);
            checkOwn(send, receive.block(root));
        } else {
            arguments.source("send", send);
        }
        Schedule schedule = schedule("CommCollectives.igatherv", send, isRoot ? receive.block(0) : null);
        Exchanges.gather(schedule, unlessInPlace(send), receive, root);
        return link.begin(schedule);
    }

    /**
     * Copies each block of the root to its rank. Source: MPI-4.1 6.6, MPI_Scatter.
     *
     * @param send at the root: the block of rank 0; ignored elsewhere
     * @param receive at the root it may be {@link Buffer#IN_PLACE}: its own block stays where it is
     */
    public void scatter(Buffer send, Buffer receive, int root) {
        checkScatter(send, receive, root);
        if (team != null) {
            team.scatter(send, unlessInPlace(receive), root);
        } else {
            iscatter(send, receive, root).await();
        }
    }

    /** {@link #scatter}, non-blocking. Source: MPI-4.1 6.12.4, MPI_Iscatter. */
    public Request iscatter(Buffer send, Buffer receive, int root) {
        checkScatter(send, receive, root);
        boolean isRoot = link.rank() == root;
        Schedule schedule = schedule("CommCollectives.iscatter", receive, isRoot ? send : null);
        Exchanges.scatter(schedule, isRoot ? Buffers.ofBlocks(send, link.size()) : null, unlessInPlace(receive), root);
        return link.begin(schedule);
    }

    private void checkScatter(Buffer send, Buffer receive, int root) {
        link.enter("CommCollectives.scatter");
        arguments.root(root);
        if (link.rank() != root) {
            arguments.target("receive", receive, 1);
            return;
        }
        arguments.blocks("send", send);
        checkOwnTarget(send, receive);
    }

    private void checkOwnTarget(Buffer send, Buffer receive) {
        if (receive == null || !receive.isInPlace()) {
            arguments.target("receive", receive, 1);
            arguments.same(send, receive);
        }
    }

    /**
     * {@link #scatter} of blocks of any size. Source: MPI-4.1 6.6, MPI_Scatterv.
     *
     * @param send at the root; ignored elsewhere
     */
    public void scatterv(Buffers send, Buffer receive, int root) {
        iscatterv(send, receive, root).await();
    }

    /** {@link #scatterv}, non-blocking. Source: MPI-4.1 6.12.4, MPI_Iscatterv. */
    public Request iscatterv(Buffers send, Buffer receive, int root) {
        link.enter("CommCollectives.scatterv");
        arguments.root(root);
        boolean isRoot = link.rank() == root;
        if (isRoot) {
            arguments.sources("send", send);
            checkOwnTarget(send.block(root), receive);
        } else {
            arguments.target("receive", receive, 1);
        }
        Schedule schedule = schedule("CommCollectives.iscatterv", receive, isRoot ? send.block(0) : null);
        Exchanges.scatter(schedule, send, unlessInPlace(receive), root);
        return link.begin(schedule);
    }

    /**
     * Copies what each rank sends to its block at all ranks. Source: MPI-4.1 6.7, MPI_Allgather.
     *
     * @param send {@link Buffer#IN_PLACE} on all ranks: each block is at its rank already
     * @param receive the block of rank 0
     */
    public void allgather(Buffer send, Buffer receive) {
        checkAllgather(send, receive);
        if (team != null) {
            team.allGather(unlessInPlace(send), receive);
        } else {
            iallgather(send, receive).await();
        }
    }

    /** {@link #allgather}, non-blocking. Source: MPI-4.1 6.12.5, MPI_Iallgather. */
    public Request iallgather(Buffer send, Buffer receive) {
        checkAllgather(send, receive);
        Schedule schedule = schedule("CommCollectives.iallgather", send, receive);
        Exchanges.allGather(schedule, unlessInPlace(send), Buffers.ofBlocks(receive, link.size()));
        return link.begin(schedule);
    }

    private void checkAllgather(Buffer send, Buffer receive) {
        link.enter("CommCollectives.allgather");
        arguments.target("receive", receive, link.size());
        checkOwn(send, receive);
    }

    /** {@link #allgather} of blocks of any size. Source: MPI-4.1 6.7, MPI_Allgatherv. */
    public void allgatherv(Buffer send, Buffers receive) {
        iallgatherv(send, receive).await();
    }

    /** {@link #allgatherv}, non-blocking. Source: MPI-4.1 6.12.5, MPI_Iallgatherv. */
    public Request iallgatherv(Buffer send, Buffers receive) {
        link.enter("CommCollectives.allgatherv");
        arguments.targets("receive", receive);
        checkOwn(send, receive.block(link.rank()));
        Schedule schedule = schedule("CommCollectives.iallgatherv", send, receive.block(0));
        Exchanges.allGather(schedule, unlessInPlace(send), receive);
        return link.begin(schedule);
    }

    /**
     * Copies each rank's block for another one to its block at that one. Source: MPI-4.1 6.8, MPI_Alltoall.
     *
     * @param send the block for rank 0; {@link Buffer#IN_PLACE} on all ranks: the blocks of {@code receive} are sent
     * @param receive the block of rank 0
     */
    public void alltoall(Buffer send, Buffer receive) {
        checkAlltoall(send, receive);
        if (team != null) {
            team.allToAll(unlessInPlace(send), receive);
        } else {
            ialltoall(send, receive).await();
        }
    }

    /** {@link #alltoall}, non-blocking. Source: MPI-4.1 6.12.6, MPI_Ialltoall. */
    public Request ialltoall(Buffer send, Buffer receive) {
        checkAlltoall(send, receive);
        Schedule schedule = schedule("CommCollectives.ialltoall", send, receive);
        Exchanges.allToAll(schedule, send.isInPlace() ? null : Buffers.ofBlocks(send, link.size()),
                Buffers.ofBlocks(receive, link.size()));
        return link.begin(schedule);
    }

    private void checkAlltoall(Buffer send, Buffer receive) {
        link.enter("CommCollectives.alltoall");
        arguments.target("receive", receive, link.size());
        if (send == null || !send.isInPlace()) {
            arguments.blocks("send", send);
            arguments.same(send, receive);
        }
    }

    /**
     * {@link #alltoall} of blocks of any size and type: what a rank sends to another one has as many bytes of data as
     * that receives of it. Source: MPI-4.1 6.8, MPI_Alltoallv, MPI_Alltoallw.
     *
     * @param send {@link Buffers#IN_PLACE} on all ranks: the blocks of {@code receive} are sent
     */
    public void alltoallv(Buffers send, Buffers receive) {
        ialltoallv(send, receive).await();
    }

    /** {@link #alltoallv}, non-blocking. Source: MPI-4.1 6.12.6, MPI_Ialltoallv, MPI_Ialltoallw. */
    public Request ialltoallv(Buffers send, Buffers receive) {
        link.enter("CommCollectives.alltoallv");
        arguments.targets("receive", receive);
        if (send == null || !send.isInPlace()) {
            arguments.sources("send", send);
            arguments.same(send.block(link.rank()), receive.block(link.rank()));
        }
        Schedule schedule = schedule("CommCollectives.ialltoallv", send.isInPlace() ? null : send.block(0),
                receive.block(0));
        Exchanges.allToAll(schedule, send.isInPlace() ? null : send, receive);
        return link.begin(schedule);
    }

    /** {@link #alltoallv} by the name that it has with {@link Buffers} of several types. Source: MPI_Alltoallw. */
    public void alltoallw(Buffers send, Buffers receive) {
        alltoallv(send, receive);
    }

    /** {@link #alltoallw}, non-blocking. Source: MPI_Ialltoallw. */
    public Request ialltoallw(Buffers send, Buffers receive) {
        return ialltoallv(send, receive);
    }

    /**
     * Reduces the elements of all ranks, one by one, to the root. Source: MPI-4.1 6.9.1, MPI_Reduce.
     *
     * @param send at the root it may be {@link Buffer#IN_PLACE}: {@code receive} is what it gives
     * @param receive at the root: as many elements of the same type; ignored elsewhere
     */
    public void reduce(Buffer send, Buffer receive, ReduceOp op, int root) {
        Buffer source = checkReduce(send, receive, op, root);
        if (team != null && TeamWays.takes(op, source)) {
            team.reduce(source, receive, op, root);
        } else {
            begin("CommCollectives.reduce", source, receive, op, root).await();
        }
    }

    /** {@link #reduce}, non-blocking. Source: MPI-4.1 6.12.7, MPI_Ireduce. */
    public Request ireduce(Buffer send, Buffer receive, ReduceOp op, int root) {
        Buffer source = checkReduce(send, receive, op, root);
        return begin("CommCollectives.ireduce", kept(source), link.rank() == root ? kept(receive) : null, op, root);
    }

    private Request begin(String call, Buffer source, Buffer target, ReduceOp op, int root) {
        Schedule schedule = schedule(call, source, link.rank() == root ? target : null);
        Trees.reduce(schedule, source, target, op, root);
        return link.begin(schedule);
    }

    private Buffer checkReduce(Buffer send, Buffer receive, ReduceOp op, int root) {
        link.enter("CommCollectives.reduce");
        arguments.root(root);
        if (link.rank() == root) {
            return checkReduction(send, receive, op);
        }
        arguments.source("send", send);
        arguments.reduction(op, send);
        return send;
    }

    /** What this rank gives: {@code receive} in place of a buffer in place. */
    private Buffer checkReduction(Buffer send, Buffer receive, ReduceOp op) {
        link.enter("CommCollectives.reduce");
        arguments.target("receive", receive, 1);
        arguments.reduction(op, receive);
        if (send != null && send.isInPlace()) {
            return receive;
        }
        arguments.source("send", send);
        arguments.alike(send, receive);
        return send;
    }

    /**
     * Reduces the elements of all ranks, one by one, to all ranks. Source: MPI-4.1 6.9.6, MPI_Allreduce.
     *
     * @param send {@link Buffer#IN_PLACE} on all ranks: {@code receive} is what they give
     * @param receive as many elements of the same type
     */
    public void allreduce(Buffer send, Buffer receive, ReduceOp op) {
        Buffer source = checkReduction(send, receive, op);
        if (team != null && TeamWays.takes(op, source)) {
            team.allReduce(source, receive, op);
        } else {
            beginAll("CommCollectives.allreduce", source, receive, op).await();
        }
    }

    /** {@link #allreduce}, non-blocking. Source: MPI-4.1 6.12.8, MPI_Iallreduce. */
    public Request iallreduce(Buffer send, Buffer receive, ReduceOp op) {
        return beginAll("CommCollectives.iallreduce", kept(checkReduction(send, receive, op)), kept(receive), op);
    }

    /** One rank folds all, and its result goes to all: the same bits everywhere. */
    private Request beginAll(String call, Buffer source, Buffer target, ReduceOp op) {
        Schedule schedule = schedule(call, source, target);
        Trees.reduce(schedule, source, target, op, 0);
        Trees.broadcast(schedule, target, 0);
        return link.begin(schedule);
    }

    /**
     * Reduces blocks of all ranks, one for each rank, to the block of each. Source: MPI-4.1 6.10.1,
     * MPI_Reduce_scatter_block.
     *
     * @param send the block for rank 0, as large as {@code receive}; {@link Buffer#IN_PLACE} on all ranks: the blocks
     * begin where {@code receive} does
     * @param receive this rank's result
     */
    public void reduceScatterBlock(Buffer send, Buffer receive, ReduceOp op) {
        ireduceScatterBlock(send, receive, op).await();
    }

    /** {@link #reduceScatterBlock}, non-blocking. Source: MPI-4.1 6.12.9, MPI_Ireduce_scatter_block. */
    public Request ireduceScatterBlock(Buffer send, Buffer receive, ReduceOp op) {
        link.enter("CommCollectives.reduceScatterBlock");
        arguments.target("receive", receive, 1);
        arguments.reduction(op, receive);
        boolean isInPlace = send != null && send.isInPlace();
        Buffer blocks = isInPlace ? receive : send;
        arguments.blocks(isInPlace ? "receive" : "send", blocks);
        arguments.alike(blocks, receive);
        return beginScatter("CommCollectives.ireduceScatterBlock", Buffers.ofBlocks(kept(blocks), link.size()),
                kept(receive), op);
    }

    private Request beginScatter(String call, Buffers blocks, Buffer receive, ReduceOp op) {
        Schedule schedule = schedule(call, blocks.block(0), receive);
        Exchanges.reduceScatter(schedule, blocks, receive, op);
        return link.begin(schedule);
    }

    /**
     * {@link #reduceScatterBlock} of blocks of any size. Source: MPI-4.1 6.10.2, MPI_Reduce_scatter.
     *
     * @param send all blocks, one behind the other; {@link Buffer#IN_PLACE} on all ranks: they begin where
     * {@code receive} does
     * @param receive this rank's result: as many elements as its block has
     * @param counts elements of each rank's block, the same on all ranks
     */
    public void reduceScatter(Buffer send, Buffer receive, int[] counts, ReduceOp op) {
        ireduceScatter(send, receive, counts, op).await();
    }

    /** {@link #reduceScatter}, non-blocking. Source: MPI-4.1 6.12.10, MPI_Ireduce_scatter. */
    public Request ireduceScatter(Buffer send, Buffer receive, int[] counts, ReduceOp op) {
        link.enter("CommCollectives.reduceScatter");
        arguments.target("receive", receive, 1);
        arguments.reduction(op, receive);
        boolean isInPlace = send != null && send.isInPlace();
        if (!isInPlace) {
            arguments.source("send", send);
        }
        Buffer all = isInPlace ? receive : send;
        arguments.scattered(all, receive, counts, isInPlace);
        return beginScatter("CommCollectives.ireduceScatter", Buffers.behind(kept(all), counts), kept(receive), op);
    }

    /**
     * Reduces the elements of the ranks up to this one. Source: MPI-4.1 6.11.1, MPI_Scan.
     *
     * @param send {@link Buffer#IN_PLACE} on all ranks: {@code receive} is what they give
     * @param receive as many elements of the same type
     */
    public void scan(Buffer send, Buffer receive, ReduceOp op) {
        scan("CommCollectives.scan", send, receive, op, true);
    }

    /** {@link #scan}, non-blocking. Source: MPI-4.1 6.12.11, MPI_Iscan. */
    public Request iscan(Buffer send, Buffer receive, ReduceOp op) {
        return beginScan("CommCollectives.iscan", kept(checkReduction(send, receive, op)), kept(receive), op, true);
    }

    /** As {@link #scan}, of the ranks below this one; rank 0 receives nothing. Source: MPI-4.1 6.11.2, MPI_Exscan. */
    public void exscan(Buffer send, Buffer receive, ReduceOp op) {
        scan("CommCollectives.exscan", send, receive, op, false);
    }

    /** {@link #exscan}, non-blocking. Source: MPI-4.1 6.12.12, MPI_Iexscan. */
    public Request iexscan(Buffer send, Buffer receive, ReduceOp op) {
        return beginScan("CommCollectives.iexscan", kept(checkReduction(send, receive, op)), kept(receive), op, false);
    }

    private void scan(String call, Buffer send, Buffer receive, ReduceOp op, boolean inclusive) {
        Buffer source = checkReduction(send, receive, op);
        if (team != null && TeamWays.takes(op, source)) {
            team.scan(source, receive, op, inclusive);
        } else {
            beginScan(call, source, receive, op, inclusive).await();
        }
    }

    private Request beginScan(String call, Buffer source, Buffer target, ReduceOp op, boolean inclusive) {
        Schedule schedule = schedule(call, source, target);
        Scans.scan(schedule, source, target, op, inclusive);
        return link.begin(schedule);
    }
}
