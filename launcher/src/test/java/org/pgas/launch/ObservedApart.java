package org.pgas.launch;

import org.pgas.HandlerEntry;
import org.pgas.Job;

/**
 * A program for tests that look at several neighbourhoods: rank 0 puts into the segment of the last rank and sends it a
 * message; then that rank waits for a message that never comes, and the others wait for it in a barrier.
 */
public final class ObservedApart {
    static final int BYTES = 64 << 10;

    private ObservedApart() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        Job job = Job.join();
        int last = job.size() - 1;
        job.attach(BYTES);
        int[] arrived = new int[1];
        int hit = job.endpoint().handlers()
                .register(HandlerEntry.ofShort(token -> arrived[0]++).request().arguments(0));
        job.world().barrier();
        if (job.rank() == 0) {
            job.world().rma().put(last, 0, new byte[BYTES], 0, BYTES);
            job.world().am().requestShort(last, hit);
        }
        System.out.println("ready " + ProcessHandle.current().pid());
        if (job.rank() == last) {
            job.blockUntil(() -> arrived[0] == 2);
        }
        job.world().barrier();
    }
}
