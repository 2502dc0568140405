package org.pgas.transfer;

/** Whether a team may still be used, which a room above this one knows. */
public interface Liveness {
    boolean isDestroyed();

    /** Refuses a team that is destroyed. */
    void checkNotDestroyed(String call);
}
