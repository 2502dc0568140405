package org.pgas.launch;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.pshm.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pgas top}. */
@Command(name = "top", mixinStandardHelpOptions = true, sortOptions = false, description = "Shows what the ranks of a "
        + "job do, again and again, until the job ends: puts, gets, messages (sent and taken) and bytes per second, "
        + "the share of the time spent waiting, the fullest of the rings that a rank receives by, and what it does or "
        + "waits for.")
final class TopCommand implements Callable<Integer> {
    // field  writer                      reader             order
    // quit   thread that reads the keys  thread that draws  volatile

    private static final String HELP = "Ctrl-C ends this, and not the job; so does q and the return key";

    @Spec
    private CommandSpec spec;

    @Mixin
    private JobsOption jobs;

    @Option(names = "--interval", paramLabel = "TIME", description = "Time between two looks, such as 500ms. "
            + "Default: 1s.")
    private String interval;

    @Option(names = "--batch", description = "Print one picture after the other; so without a terminal.")
    private boolean batch;

    @Option(names = {"-n", "--count"}, paramLabel = "N", description = "End after N pictures.")
    private Integer count;

    @Option(names = "--once", description = "As --batch -n 1.")
    private boolean once;

    @Parameters(index = "0", arity = "0..1", paramLabel = "JOB", description = "A job's name, the beginning of it, "
            + "or its directory. Default: the only job there is.")
    private String job;

    /** Whether somebody has asked for the end; set by the thread that reads the input. */
    private final AtomicBoolean quit = new AtomicBoolean();

    @Override
    public Integer call() throws InterruptedException {
        if (jobs.areElsewhere()) {
            return jobs.runThere(spec);
        }
        long most = once ? 1 : Looks.count(count);
        Duration time = Looks.interval(interval);
        JobView first = jobs.look(job);
        Looks looks = new Looks(first, time, () -> !isUnwanted());
        boolean ended = batch || once || !Terminal.isThere() ? print(looks, most) : draw(looks, most);
        if (ended && !isUnwanted()) {
            spec.commandLine().getErr().println("pgas: job " + first.name() + " has ended");
        }
        return 0;
    }

    /** Whether nobody looks any more. */
    private boolean isUnwanted() {
        return quit.get() || Terminal.isLost(spec.commandLine().getOut());
    }

    /** False when there was nothing more to show than wanted. */
    private boolean print(Looks looks, long most) {
        PrintWriter out = spec.commandLine().getOut();
        int columns = Terminal.columns();
        for (long i = 0; i < most; i++) {
            if (!looks.next()) {
                return true;
            }
            out.print(i == 0 ? "" : System.lineSeparator());
            TopScreen.lines(looks.latest(), looks.rates(), columns, Integer.MAX_VALUE).forEach(out::println);
            out.flush();
        }
        return false;
    }

    private boolean draw(Looks looks, long most) {
        Thread.ofPlatform().daemon().name("pgas top input").start(this::awaitQuit);
        try (Terminal terminal = new Terminal(spec.commandLine().getOut())) {
            terminal.show(List.of("job " + looks.latest().name() + ": looking", "", HELP));
            for (long i = 0; i < most; i++) {
                if (!looks.next()) {
                    return true;
                }
                int[] size = terminal.size();
                List<String> lines = new ArrayList<>(
                        TopScreen.lines(looks.latest(), looks.rates(), size[1], Math.max(1, size[0] - 2)));
                lines.add("");
                lines.add(HELP);
                terminal.show(lines);
            }
            return false;
        }
    }

    private void awaitQuit() {
        try {
            for (int c = System.in.read(); c >= 0; c = System.in.read()) {
                if (c == 'q' || c == 'Q') {
                    quit.set(true);
                    return;
                }
            }
        } catch (IOException e) {
            // Ctrl-C ends it too
        }
    }
}
