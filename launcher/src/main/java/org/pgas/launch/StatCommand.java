package org.pgas.launch;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;

import org.pgas.pshm.JobView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pgas stat}. */
@Command(name = "stat", description = "Shows what the ranks of a job do, wait for, and have counted.",
        mixinStandardHelpOptions = true, sortOptions = false)
final class StatCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JobsOption jobs;

    @Option(names = "--json", description = "One line of JSON with all numbers.")
    private boolean json;

    @Option(names = "--interval", paramLabel = "TIME", description = "Look again and again after this time, such as "
            + "1s, and show what was done in it, per second.")
    private String interval;

    @Option(names = {"-n",
        "--count"}, paramLabel = "N", description = "End after N intervals. Default: when the job ends.")
    private Integer count;

    @Parameters(index = "0", arity = "0..1", paramLabel = "JOB", description = "A job's name, the beginning of it, "
            + "or its directory. Default: the only job there is.")
    private String job;

    @Override
    public Integer call() throws InterruptedException {
        if (jobs.areElsewhere()) {
            return jobs.runThere(spec);
        }
        long most = Looks.count(count);
        Duration time = Looks.interval(interval);
        JobView first = jobs.look(job);
        show(first);
        if (interval == null && count == null) {
            return 0;
        }
        Looks looks = new Looks(first, time, () -> !Terminal.isLost(out()));
        for (long i = 0; i < most; i++) {
            if (!looks.next()) {
                if (Terminal.isLost(out())) {
                    return 0;
                }
                spec.commandLine().getErr().println("pgas: job " + first.name() + " has ended");
                return 0;
            }
            show(looks);
        }
        return 0;
    }

    private void show(JobView view) {
        if (json) {
            out().println(StatJson.of(view));
        } else {
            StatTables.head(view).forEach(out()::println);
            out().println();
            StatTables.ranks(view).forEach(out()::println);
            out().println();
            StatTables.totals(view).forEach(out()::println);
            if (view.neighbourhoods() > 1) {
                out().println();
                StatTables.ways(view).forEach(out()::println);
            }
        }
        out().flush();
    }

    private void show(Looks looks) {
        if (json) {
            show(looks.latest());
            return;
        }
        out().println();
        out().println(String.format(Locale.ROOT, "per second, in the last %.1f s:", looks.rates().seconds()));
        StatTables.rates(looks.latest(), looks.rates()).forEach(out()::println);
        out().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
