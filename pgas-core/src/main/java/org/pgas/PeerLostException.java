package org.pgas;

/** A rank that this call needs has left the job or died. */
public final class PeerLostException extends PgasException {
    private static final long serialVersionUID = 1L;

    private final int jobRank;

    public PeerLostException(int jobRank, String message) {
        super(ErrorCode.PEER_LOST, message);
        this.jobRank = jobRank;
    }

    /** The lost rank. */
    public int jobRank() {
        return jobRank;
    }
}
