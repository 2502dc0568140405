package org.pgas;

import java.util.Set;

/**
 * A thread that a job with {@code pgas.progress.thread=on} needs and that the program starts itself, because it joined
 * with {@link JobConfig.Builder#deferThreads}.
 *
 * <p>Source: GASNet-EX gex_ProgressThreadInfo_t.
 *
 * @param devices what it makes progress for: the conduit's name
 * @param roles what it does
 * @param body what to run in a thread of its own, platform or virtual, once; returns when the job is closed or has
 *        ended
 */
public record ProgressThread(String devices, Set<Role> roles, Runnable body) {
    /** What a progress thread does. */
    public enum Role {
        /** Takes in messages and runs their handlers. */
        RECEIVE,
        /** Moves on what this rank has sent; never runs a handler. */
        SEND
    }
}
