package org.pgas.message;

/** A request that a prepared reply answers. */
interface Answered {
    /** The reply was cancelled: the request may still be answered. */
    void notReplied();
}
