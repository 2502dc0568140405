package org.pgas.mpi;

/** As many {@link SendBuffer}s as calls were ever under way at once, used again and again. For any thread. */
final class SendBuffers {
    private SendBuffer free;

    synchronized SendBuffer take() {
        SendBuffer taken = free;
        if (taken == null) {
            return new SendBuffer();
        }
        free = taken.next;
        taken.next = null;
        return taken;
    }

    synchronized void giveBack(SendBuffer buffer) {
        buffer.next = free;
        free = buffer;
    }
}
