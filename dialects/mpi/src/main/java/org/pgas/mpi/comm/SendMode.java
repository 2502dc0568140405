package org.pgas.mpi.comm;

/** What the end of a send tells. */
enum SendMode {
    /** The memory may be changed. A ready send is one. */
    STANDARD("send"),

    /** That, and a receive has met the message. */
    SYNCHRONOUS("ssend"),

    /** The memory may be changed, whatever the receiver does: data that it does not take is in the attached buffer. */
    BUFFERED("bsend");

    /** How the blocking call is named. */
    final String call;

    SendMode(String call) {
        this.call = call;
    }
}
