package org.pgas.faults.work;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.pgas.Job;
import org.pgas.faults.jobs.Processes;

/**
 * A job in which the last rank joins late, and maps the others' segments late: files of the job are there before it has
 * opened them. Then puts and barriers of all, with checks, until the job is ended.
 */
public final class Late {
    /** The last rank prints it before it joins, when it has begun to wait for {@link #JOIN}. */
    public static final String JOINS = "joins late";

    /**
     * The last rank prints it before it publishes its segment and maps those of others, when it has begun to wait for
     * {@link #ATTACH}.
     */
    public static final String ATTACHES = "attaches late";

    /** The file that lets the last rank join. */
    public static final String JOIN = "join";

    /** The file that lets the last rank do that. */
    public static final String ATTACH = "attach";

    private static final int BYTES = 1 << 16;

    private Late() {}

    /** Arguments: the directory where those files will be, and which rank is the last. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path gates = Path.of(arguments[0]);
        boolean last = Processes.rankOf(ProcessHandle.current().pid()) == Integer.parseInt(arguments[1]);
        if (last) {
            await(JOINS, gates.resolve(JOIN));
        }
        try (Job job = Job.join()) {
            if (last) {
                await(ATTACHES, gates.resolve(ATTACH));
            }
            job.endpoint().bind(job.segments().create(BYTES));
            job.world().publish(job.endpoint());
            System.out.println(Workload.READY);
            work(job);
        }
    }

    private static void await(String words, Path gate) throws InterruptedException {
        System.out.println(words);
        while (!Files.exists(gate)) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private static void work(Job job) {
        int next = (job.rank() + 1) % job.size();
        int before = (job.rank() + job.size() - 1) % job.size();
        for (long round = 1;; round++) {
            job.world().rma().putLong(next, 8L * job.rank(), round);
            job.world().barrier();
            MemorySegment own = job.endpoint().segment().local();
            Check.equal("word of an early round", round, own.get(java.lang.foreign.ValueLayout.JAVA_LONG, 8L * before));
            job.world().barrier();
        }
    }
}
