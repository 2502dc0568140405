package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;

/**
 * Operations on parts that are not mapped, as messages that the target carries out (to be written). Everything has been checked when
 * these are called; the target may be this rank itself.
 */
final class Messages {
    /** Registers the handlers of the window that is going to be made with {@code endpoint}. */
    Messages(Endpoint endpoint) {}

    /** The window is made. {@code own} is what peers reach here by messages; null when this rank's part is mapped. {@code dynamic} is null unless the window is dynamic. */
    void open(WindowCore core, MemorySegment own, DynamicMemory dynamic) {
        throw new UnsupportedOperationException();
    }

    /** {@code offset}: in the target's part; of a dynamic window the displacement. */
    Request put(int target, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType) {
        throw new UnsupportedOperationException();
    }

    Request get(int target, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType) {
        throw new UnsupportedOperationException();
    }

    Request accumulate(int target, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType, Op op) {
        throw new UnsupportedOperationException();
    }

    /** {@code origin} is null for NO_OP. */
    Request getAccumulate(int target, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType, MemorySegment result, long resultCount, Datatype resultType, Op op) {
        throw new UnsupportedOperationException();
    }

    Request compareAndSwap(int target, long offset, Basic basic, MemorySegment origin, MemorySegment compare,
            MemorySegment result) {
        throw new UnsupportedOperationException();
    }

    /** Returns when all operations of this rank on {@code target} are done there, and their results are here. */
    void awaitRemote(int target) {
        throw new UnsupportedOperationException();
    }

    void awaitRemoteAll() {
        throw new UnsupportedOperationException();
    }

    /** Returns when all operations of this rank on {@code target} are complete here: results have come, origins may be changed. */
    void awaitLocal(int target) {
        throw new UnsupportedOperationException();
    }

    void awaitLocalAll() {
        throw new UnsupportedOperationException();
    }

    /** Operations that this rank has sent to {@code target} since the window was made. */
    long issued(int target) {
        throw new UnsupportedOperationException();
    }

    /** Operations of {@code origin} that have been carried out here since the window was made; an acquire. */
    long executed(int origin) {
        throw new UnsupportedOperationException();
    }
}
