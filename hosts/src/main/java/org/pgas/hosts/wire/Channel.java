package org.pgas.hosts.wire;

/** The two ways of frames between a pair of ranks. They share no room and have no order between them. */
public enum Channel {
    /** Whoever takes these in may have to answer, and refuses them as long as it cannot. */
    REQUESTS,
    /** Whoever takes these in answers nothing, and takes them always: so they drain, whatever becomes of requests. */
    REPLIES
}
