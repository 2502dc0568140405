package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;

import org.pgas.faults.Detail;
import org.pgas.faults.HarnessException;
import org.pgas.faults.Ledger;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.FileLayouts;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.work.Kept;

/** The file of a FILE segment, damaged between the job that makes it and the one that uses it. */
record KeptFile(long seed, Duration patience, Path scratch, Ledger ledger, Start start) {
    private static final Duration START = Duration.ofSeconds(60);

    /** Of the header, which has most of what it has there. */
    private static final int LINE_BYTES = 256;

    /** Its files are in {@code scratch}, which is made and removed. */
    void run() throws IOException, InterruptedException, TimeoutException, HarnessException {
        SplittableRandom random = new SplittableRandom(seed);
        Scratch.make(scratch);
        Path path = scratch.resolve("segment");
        try {
            try (RunningJob job = RunningJob.start(plan("make", path), scratch.resolve("made"), start)) {
                if (job.awaitGone(System.nanoTime(), START) < 0 || job.code() != 0) {
                    throw new HarnessException("the file was not made:\n" + job.output());
                }
            }
            String dealt;
            boolean dataDamaged;
            try (SharedFile file = new SharedFile(path, SharedFile.FILE_SEGMENT)) {
                int bytes = (int) file.bytes() - FileLayouts.FILE_HEADER_BYTES;
                byte[] before = file.read(FileLayouts.FILE_HEADER_BYTES, bytes);
                if (random.nextInt(2) == 0) {
                    ledger.add(new Detail(Corruption.NAME, "a word of the header of a FILE segment changed", "", -1));
                    dealt = header(file, random);
                } else {
                    Dealt blow = Blow.dealAny(file, random, Blow::anyKind);
                    ledger.add(new Detail(Corruption.NAME, blow.blow().words(file), "", -1));
                    dealt = blow.words();
                }
                dataDamaged = !java.util.Arrays.equals(before, file.read(FileLayouts.FILE_HEADER_BYTES, bytes));
            }
            try (RunningJob job = RunningJob.start(plan("use", path), scratch.resolve("used"), start)) {
                String complaint = end(job, dataDamaged);
                ledger.add(new Trial(Corruption.NAME, "FILE segment between two jobs", seed, complaint == null, -1,
                        complaint == null ? "" : dealt + "\n" + complaint + "\n" + job.output()));
            }
        } finally {
            Scratch.remove(scratch);
        }
    }

    private JobPlan plan(String deed, Path path) throws IOException {
        return Corruption.watched(JobPlan.of(Files.createDirectory(scratch.resolve("jobs-" + deed)), 2,
                Kept.class.getName(), deed, path.toString()), scratch);
    }

    /** Each field with the same chance, whatever it has: most of the header is unused. */
    private static String header(SharedFile file, SplittableRandom random) throws IOException {
        long place = 4L * random.nextInt(LINE_BYTES / 4);
        byte[] old = file.read(place, 4);
        byte[] now = old.clone();
        if (random.nextBoolean()) {
            now[random.nextInt(4)] ^= (byte) (1 << random.nextInt(8));
        } else {
            random.nextBytes(now);
        }
        file.write(place, now);
        return "4 bytes at " + place + " from " + java.util.HexFormat.of().formatHex(old) + " to "
                + java.util.HexFormat.of().formatHex(now);
    }

    /** What is wrong with how the file was used or refused, or null. */
    private String end(RunningJob job, boolean dataDamaged) throws IOException, InterruptedException {
        if (job.awaitGone(System.nanoTime(), patience.multipliedBy(10)) < 0) {
            return "it does not end: " + job.processes();
        }
        String output = job.output();
        boolean used = job.code() == 0 && output.contains(Kept.DONE);
        // the end of one that was used needs no message
        String complaint = Judgement.of(used ? 1 : job.code(), used ? output + "pgas: " : output, scratch, false);
        if (complaint == null && output.contains(Kept.OTHER_DATA) && !dataDamaged) {
            complaint = "other data, though only the header was damaged, and no complaint";
        }
        return complaint != null || job.files().isEmpty() ? complaint : "files are left: " + job.files();
    }
}
