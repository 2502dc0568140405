package org.pgas.hosts.wire;

/** The two ways of frames between a pair of ranks. They share no room and have no order between them. */
public enum Channel {
    /** A receiver of these may have to answer, and refuses them as long as it cannot. */
    REQUESTS,
    /** A receiver of these answers nothing, and takes them always: so they drain, whatever becomes of requests. */
    REPLIES
}
