package org.pgas.faults.work;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Segment;

/** Endpoints and segments that come and go, for ever or until rank 0 ends the job. */
public final class Endings {
    /** The code with which rank 0 ends the job. */
    public static final int CODE = 7;

    private static final int ROUNDS = 4;
    private static final long BYTES = 65_536;

    private Endings() {}

    /** Arguments: {@code stay} or {@code exit}. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(BYTES);
            System.out.println(Workload.READY);
            for (long round = 1;; round++) {
                comeAndGo(job, round);
                if (round == ROUNDS && job.rank() == 0 && arguments[0].equals("exit")) {
                    job.exit(CODE);
                }
            }
        }
    }

    private static void comeAndGo(Job job, long round) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Segment segment = job.segments().create(BYTES);
        endpoint.bind(segment);
        job.world().publish(endpoint);
        int next = (job.rank() + 1) % job.size();
        job.endpoint().pair(endpoint.index()).rma().putLong(next, 8L * job.rank(), round);
        job.world().barrier();
        int before = (job.rank() + job.size() - 1) % job.size();
        Check.equal("word in a new segment", round,
                segment.local().get(java.lang.foreign.ValueLayout.JAVA_LONG, 8L * before));
        job.world().unpublish(endpoint);
        endpoint.unbind();
        endpoint.destroy();
        segment.destroy();
    }
}
