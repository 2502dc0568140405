package org.pgas;

/** An event of an operation that may still be under way. */
abstract non-sealed class PendingEvent extends Event implements Awaited {
    private final Job job;
    private final Thread initiator = Thread.currentThread();
    private boolean consumed;

    /** Neighbours in the list of {@link OpenEvents}, and the list itself: null while the event is in none. */
    PendingEvent earlier;

    PendingEvent later;
    OpenEvents open;

    /** Whether it is to be awaited for itself; not so of a step of an operation, which is awaited with it. */
    private boolean counted;

    /** Of a whole operation, which has begun. */
    PendingEvent(Job job) {
        this(job, true);
    }

    /** @param whole otherwise it is a step, or an operation that is yet to begin, or nothing that anybody has to await */
    PendingEvent(Job job, boolean whole) {
        this.job = job;
        if (whole) {
            begun();
        }
    }

    /** Its operation has begun, and the caller gets it: it is to be awaited from now on. */
    final Event begun() {
        counted = true;
        job.unawaited().begun(this);
        return this;
    }

    /** It is awaited, or has become a part of another event that will be. */
    final void join() {
        if (counted) {
            counted = false;
            job.unawaited().ended(this);
        }
    }

    final Job job() {
        return job;
    }

    /** What the caller gets: this, or {@link Event#NOT_SENT} when the operation could not begin at once. */
    final Event ifSent(boolean sent) {
        return sent ? begun() : NOT_SENT;
    }

    @Override
    final boolean isComplete() {
        job.checkUnrestricted();
        if (job.isChecked()) {
            checkUse();
        }
        return consumed || isMet();
    }

    private void checkUse() {
        if (Thread.currentThread() != initiator) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": the event of " + describe() + " was initiated by thread "
                            + initiator.getName()
                            + " and used by thread " + Thread.currentThread().getName()
                            + ": events belong to one thread");
        }
        if (consumed) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": the event of " + describe()
                            + " was used again after it had been synchronised");
        }
    }

    @Override
    final Event leafOf(EventCategory category) {
        if (job.isChecked()) {
            checkUse();
        }
        return stepOf(category);
    }

    /** The event of one step; the same each time. */
    Event stepOf(EventCategory category) {
        return DONE;
    }

    @Override
    final void consume() {
        if (!consumed) {
            consumed = true;
            join();
            synchronised();
        }
    }

    /** Called once, when the event is consumed. */
    abstract void synchronised();

    @Override
    final void poll() {
        // reached from forms for several events before any of them is looked at
        job.checkUnrestricted();
        job.makeProgress();
    }

    @Override
    final Awaited awaited() {
        return this;
    }

    @Override
    final Waiting waiting() {
        return job.waiting();
    }

    @Override
    public final String toString() {
        return "Event(" + describe() + (consumed ? ", synchronised)" : ")");
    }
}
