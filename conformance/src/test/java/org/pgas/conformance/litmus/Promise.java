package org.pgas.conformance.litmus;

import java.util.function.Function;

import org.pgas.Job;

/** A promise that who is told sees what the teller has written, as docs/ORDER.md lists them, and how it is tried. */
enum Promise {
    ORDERED_PUT(CoreWays::orderedPut),
    ORDERED_PUT_OF_AN_INT(CoreWays::orderedPutOfAnInt),
    ORDERED_PUT_AT_HOME(CoreWays::orderedPutAtHome),
    FENCE(CoreWays::fence),
    BLOCKING_PUTS(CoreWays::blockingPuts),
    EVENTS(CoreWays::events),
    IMPLICIT_EVENTS(CoreWays::implicitEvents),
    SIGNAL(CoreWays::signal),
    PUT_SIGNAL(CoreWays::putSignal),
    WORD_SET(CoreWays::wordSet),
    BARRIER(CoreWays::barrier),
    BARRIER_EVENT(CoreWays::barrierEvent),
    NAMED_BARRIER(CoreWays::namedBarrier),
    REQUEST(CoreWays::request),
    LONG_REQUEST(CoreWays::longRequest),
    REPLY(CoreWays::reply),
    AGGREGATOR(CoreWays::aggregator),
    REMOTE_CALL(CoreWays::call),
    ATOMIC_ADD(StructureWays::atomicAdd),
    ATOMIC_SET(StructureWays::atomicSetSeenByAnOrderedGet),
    ACCUMULATE(StructureWays::accumulate),
    MUTEX(StructureWays::mutex),
    WRITE_LOCK_THEN_READ_LOCK(StructureWays::writeLockThenReadLock),
    READ_LOCK_THEN_WRITE_LOCK(StructureWays::readLockThenWriteLock),
    QUEUE(StructureWays::queue),
    FIFO(StructureWays::fifo),
    SEQUENCE_LOCK(StructureWays::sequenceLock),
    WORK_COUNTER(StructureWays::workCounter),
    ARRAY_ELEMENT(StructureWays::arrayElement),
    SHAPES(StructureWays::shapes),
    MPI_FENCE(DialectWays::mpiFence),
    MPI_POST_START_COMPLETE_WAIT(DialectWays::mpiPostStartCompleteWait),
    MPI_LOCK(DialectWays::mpiLock),
    MPI_FLUSH(DialectWays::mpiFlush),
    ARMCI_VALUE(DialectWays::armciValue),
    ARMCI_FENCE(DialectWays::armciFence),
    ARMCI_BARRIER(DialectWays::armciBarrier),
    ARMCI_NOTIFY(DialectWays::armciNotify),
    ARMCI_MUTEX(DialectWays::armciMutex),
    ARMCI_UPDATE(DialectWays::armciUpdate),
    MPPA_POST(DialectWays::mppaPost),
    MPPA_POKE(DialectWays::mppaPoke),
    UPC_BARRIER(DialectWays::upcBarrier),
    UPC_HANDLE(DialectWays::upcHandle);

    private final Function<Job, Way> ways;

    Promise(Function<Job, Way> ways) {
        this.ways = ways;
    }

    /** Collective. */
    Way of(Job job) {
        return ways.apply(job);
    }
}
