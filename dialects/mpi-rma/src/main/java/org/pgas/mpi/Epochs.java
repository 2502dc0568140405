package org.pgas.mpi;

/** The epochs of one rank in a window: the state machine and the synchronisation calls (to be written). */
final class Epochs {
    Epochs(WindowCore core, Messages messages) {}

    /** Lets a communication call go on to {@code target}, a rank of the window: waits until it is exposed or locked; throws outside an epoch. */
    void enter(String call, int target) {
        throw new UnsupportedOperationException();
    }

    /** {@link #enter} for request-based calls, which are legal in passive epochs only. */
    void enterWithRequest(String call, int target) {
        throw new UnsupportedOperationException();
    }

    /** Why {@code call} that writes to {@code target} breaks its promise NOPUT; only in checked mode, after enter. */
    void checkPut(String call, int target) {
        throw new UnsupportedOperationException();
    }

    void fence(int assertions) {
        throw new UnsupportedOperationException();
    }

    void post(Group origins, int assertions) {
        throw new UnsupportedOperationException();
    }

    void start(Group targets, int assertions) {
        throw new UnsupportedOperationException();
    }

    void complete() {
        throw new UnsupportedOperationException();
    }

    void await() {
        throw new UnsupportedOperationException();
    }

    boolean test() {
        throw new UnsupportedOperationException();
    }

    void lock(LockType type, int target, int assertions) {
        throw new UnsupportedOperationException();
    }

    void unlock(int target) {
        throw new UnsupportedOperationException();
    }

    void lockAll(int assertions) {
        throw new UnsupportedOperationException();
    }

    void unlockAll() {
        throw new UnsupportedOperationException();
    }

    void flush(int target) {
        throw new UnsupportedOperationException();
    }

    void flushAll() {
        throw new UnsupportedOperationException();
    }

    void flushLocal(int target) {
        throw new UnsupportedOperationException();
    }

    void flushLocalAll() {
        throw new UnsupportedOperationException();
    }

    void sync() {
        throw new UnsupportedOperationException();
    }

    /** The window is freed: every later call says so. */
    void end() {
        throw new UnsupportedOperationException();
    }

    /** What is open, such as "a lock of rank 3"; null if nothing is: for {@link Window#free}. */
    String open() {
        throw new UnsupportedOperationException();
    }
}
