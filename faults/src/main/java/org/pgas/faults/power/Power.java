package org.pgas.faults.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

import org.pgas.faults.Detail;
import org.pgas.faults.FaultClass;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.SeededTrials;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.RunningJob;

/** Losses of power of a store in a file. */
public final class Power implements FaultClass {
    /** Of a job, when many are tried. */
    private static final int IMAGES = 400;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int MOST_RANKS = 3;

    private final int images;
    private final int ranks;
    private final String program;

    public Power() {
        this(IMAGES);
    }

    /** @param images so many of each job */
    Power(int images) {
        this(images, 0, PowerRank.class.getName());
    }

    /**
     * @param ranks so many in each job; 0 for as many as the seed says
     * @param program what {@link PowerRank} does, or a twin of it
     */
    Power(int images, int ranks, String program) {
        this.images = images;
        this.ranks = ranks;
        this.program = program;
    }

    @Override
    public String name() {
        return "power";
    }

    @Override
    public String title() {
        return "Losses of power";
    }

    @Override
    public String description() {
        return """
                Jobs of 1 to 3 ranks use the store of the example `kv`, a file with a heap in it: two threads of each
                rank put and delete, keys of their own and some that all have, with values of up to 2,000 bytes; all
                ranks sync now and then, while the other threads go on. Some syncs fail, and leave pages that the kernel
                takes for written. Half of the stores are as small as they can be, so that puts find no room. A store is
                opened up to four times, and some of the uses end as by a kill of all ranks.

                Meanwhile the file is looked at, around each sync and after each put of rank 0, and images are taken of
                what a device may hold when power is lost at that moment: each sector of 512 bytes is what it was at the
                last sync that has succeeded, or anything that it was seen to be since, in several manners: at random,
                by pages, later ones first, or torn between words. The file's own header and that of the store are
                sectors as all others. Then the job opens each image, as after another boot. A quarter of them has the
                unfinished file of a salvage beside it, since power was lost again meanwhile; and to a quarter something
                else is done besides, at rest: a sector is zero, or garbage, or a bit of it is changed.

                Survived means: each image is opened, and each key has the value of its last put that a sync has
                acknowledged before the loss, or one that was put later; no key has a value that was never put, nor one
                that was deleted for good; nothing is told that was not lost. Of an image with damage, besides: what is
                lost is told, and is what lay there; the rest is kept. (No power was cut: a device that lies of its
                syncs is none of these.)
                """;
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        Path base = Scratch.ofJobs("pgas-faults-power-");
        try {
            SeededTrials.run(plan, name(), base, (seed, scratch) -> attempt(ledger, seed, scratch));
        } finally {
            Scratch.remove(base);
        }
    }

    private void attempt(Ledger ledger, long seed, Path scratch) throws IOException, InterruptedException {
        int size = ranks > 0 ? ranks : 1 + new SplittableRandom(seed).nextInt(MOST_RANKS);
        Path files = Files.createDirectory(scratch.resolve("files"));
        JobPlan job = JobPlan.of(Files.createDirectory(scratch.resolve("jobs")), size, program, Long.toString(seed),
                Integer.toString(images), files.toString());
        String text;
        String problem = "";
        try (RunningJob running = RunningJob.start(job, scratch.resolve("output"))) {
            if (running.awaitGone(System.nanoTime(), PATIENCE) < 0) {
                problem = "the job hangs\n";
            }
            text = running.output();
            if (problem.isEmpty() && (running.code() != 0 || !text.contains(PowerRank.DONE))) {
                problem = "the job ended with " + running.code() + "\n";
            }
        }
        List<String> wrong = text.lines().filter(line -> line.contains(PowerRank.WRONG)).toList();
        if (problem.isEmpty() && !wrong.isEmpty()) {
            problem = wrong.size() + " images\n" + wrong.stream().limit(10).collect(Collectors.joining("\n"));
        } else if (!problem.isEmpty()) {
            problem += text;
        }
        text.lines().filter(line -> line.contains(PowerRank.COUNT)).forEach(line -> details(ledger, line));
        ledger.add(new Trial(name(), size + (size == 1 ? " rank" : " ranks"), seed, problem.isEmpty(), -1, problem));
    }

    private void details(Ledger ledger, String line) {
        String[] words = line.substring(line.indexOf(PowerRank.COUNT) + PowerRank.COUNT.length()).split(" ", 2);
        for (int times = Integer.parseInt(words[0]); times > 0; times--) {
            ledger.add(new Detail(name(), words[1].replace(", which", "; which"), "", -1));
        }
    }
}
