package org.pgas;

/** An event of an operation that may still be under way. */
abstract non-sealed class PendingEvent extends Event implements Awaited {
    private final Job job;
    private final Thread initiator = Thread.currentThread();
    private boolean consumed;

    PendingEvent(Job job) {
        this.job = job;
    }

    final Job job() {
        return job;
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
