package org.pgas.launch;

import org.pgas.HandlerEntry;
import org.pgas.Job;

/**
 * A program for tests that look: rank 0 puts 3 times 64 KiB into rank 1's segment and sends it a message; then rank 1
 * waits for a message that never comes, and the others wait for it in a barrier.
 */
public final class Observed {
    static final int PUTS = 3;
    static final int BYTES = 64 << 10;

    private Observed() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        Job job = Job.join();
        job.attach(BYTES);
        int[] arrived = new int[1];
        int hit = job.endpoint().handlers()
                .register(HandlerEntry.ofShort(token -> arrived[0]++).request().arguments(0));
        job.world().barrier();
        if (job.rank() == 0) {
            for (int i = 0; i < PUTS; i++) {
                job.world().rma().put(1, 0, new byte[BYTES], 0, BYTES);
            }
            job.world().am().requestShort(1, hit);
        }
        System.out.println("ready " + ProcessHandle.current().pid());
        if (job.rank() == 1) {
            waitForWhatNeverComes(job, arrived);
        }
        job.world().barrier();
    }

    private static void waitForWhatNeverComes(Job job, int[] arrived) {
        job.blockUntil(() -> arrived[0] == 2);
    }
}
