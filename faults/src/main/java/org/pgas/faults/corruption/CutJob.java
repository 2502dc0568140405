package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.pgas.faults.HarnessException;
import org.pgas.faults.Ledger;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.work.Workload;

/**
 * A running job. One of its files is cut within its last page. No access faults then: the kernel gives zeros behind the
 * cut. The job has to end, with a message that names the file.
 *
 * @param file the beginning of its name
 * @param program uses it
 * @param neighbourhoods of its ranks
 */
record CutJob(String file, Workload program, int neighbourhoods) {
    /** One for each kind of file that ranks map. */
    static final List<CutJob> ALL = List.of(new CutJob("control", Workload.BARRIERS),
            new CutJob("area", Workload.COLLECTIVES), new CutJob("am", Workload.MESSAGES),
            new CutJob("slabs", Workload.MESSAGES),
            new CutJob("counters", Workload.LOCKS), new CutJob("seg", Workload.ALLOCATIONS),
            new CutJob("board", Workload.BARRIERS, 2), new CutJob("ways", Workload.BARRIERS, 2));

    private static final int RANKS = 3;
    private static final int LESS_BYTES = 256;
    private static final Duration START = Duration.ofSeconds(60);

    /** In one neighbourhood. */
    CutJob(String file, Workload program) {
        this(file, program, 1);
    }

    /** The line of the table. */
    String kind() {
        return file + " of a running job cut within its last page";
    }

    /** Its files are in {@code scratch}, which is made and removed. */
    void run(Path scratch, Duration patience, Ledger ledger, Start start)
            throws IOException, InterruptedException, TimeoutException, HarnessException {
        Scratch.make(scratch);
        Path directory = Files.createDirectory(scratch.resolve("jobs"));
        try (RunningJob job = RunningJob.start(Corruption.watched(program.plan(directory, RANKS), scratch)
                .with("-Dpgas.segment=1m", "--neighbourhoods", Integer.toString(neighbourhoods)),
                scratch.resolve("output"), start)) {
            job.awaitLines(Workload.READY, RANKS, START);
            TimeUnit.MILLISECONDS.sleep(50);
            String complaint = job.isAlive() ? cut(job, directory, scratch, patience)
                    : "the job ended before anything was done to it";
            ledger.add(new Trial(Corruption.NAME, kind(), 0, complaint == null, -1,
                    complaint == null ? "" : program + "\n" + complaint + "\n" + job.output()));
        } finally {
            Scratch.remove(scratch);
        }
    }

    /** What is wrong with how it ends, or null. */
    private String cut(RunningJob job, Path directory, Path scratch, Duration patience)
            throws IOException, InterruptedException, HarnessException {
        Path path;
        try (Stream<Path> all = Files.walk(directory)) {
            path = all.filter(each -> Files.isRegularFile(each) && each.getFileName().toString().startsWith(file))
                    .sorted().findFirst()
                    .orElseThrow(() -> new HarnessException("there is no file " + file + " in " + directory));
        }
        try (SharedFile shared = new SharedFile(path)) {
            shared.truncate(shared.bytes() - LESS_BYTES);
        }
        if (job.awaitGone(System.nanoTime(), patience.multipliedBy(Corruption.GONE)) < 0) {
            return "nobody notices";
        }
        String complaint = Judgement.of(job.code(), job.output(), scratch, false);
        Pattern told = Pattern.compile("the file \\S*" + Pattern.quote(path.getFileName().toString())
                + " was truncated by another process");
        return complaint == null && !told.matcher(job.output()).find() ? "nothing says that " + file + " was truncated"
                : complaint;
    }
}
