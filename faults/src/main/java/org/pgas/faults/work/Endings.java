package org.pgas.faults.work;

import java.util.concurrent.TimeUnit;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Segment;

/** Endpoints and segments that come and go, and then the end of a job: by a return, a close or an exit, as the argument says. */
public final class Endings {
    private static final int ROUNDS = 4;
    private static final long BYTES = 65_536;

    private Endings() {}

    /** Arguments: {@code close} or {@code exit}. */
    public static void main(String[] arguments) throws InterruptedException {
        try (Job job = Job.join()) {
            job.attach(BYTES);
            System.out.println(Workload.READY);
            for (int round = 0; round < ROUNDS; round++) {
                comeAndGo(job);
            }
            if (arguments[0].equals("exit")) {
                if (job.rank() == 0) {
                    job.exit(0);
                }
                TimeUnit.MINUTES.sleep(1);
            }
        }
    }

    private static void comeAndGo(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Segment segment = job.segments().create(BYTES);
        endpoint.bind(segment);
        job.world().publish(endpoint);
        job.endpoint().pair(endpoint.index()).rma().putLong((job.rank() + 1) % job.size(), 0, 1);
        job.world().barrier();
        job.world().unpublish(endpoint);
        endpoint.unbind();
        endpoint.destroy();
        segment.destroy();
    }
}
