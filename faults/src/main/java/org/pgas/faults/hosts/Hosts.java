package org.pgas.faults.hosts;

import java.io.IOException;
import java.nio.file.Path;

import org.pgas.faults.FaultClass;
import org.pgas.faults.HarnessException;
import org.pgas.faults.HarnessFault;
import org.pgas.faults.Ledger;
import org.pgas.faults.NotTried;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.SeededTrials;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.FastStart;
import org.pgas.faults.jobs.Start;

/** What goes wrong between hosts: processes, hosts and links that are lost, for good or for a while, and packets. */
public final class Hosts implements FaultClass {
    /** What all trials have in common. */
    private record Stage(Place place, Start start, Processors processors) {}

    @Override
    public String name() {
        return "hosts";
    }

    @Override
    public String title() {
        return "Several hosts";
    }

    @Override
    public String description() {
        return """
                Jobs of 2 to 4 ranks on two or three hosts, started by `pgas run --hosts`, each of one of the programs
                of `org.pgas.faults.work.Workload`. Hosts are network namespaces of one machine, each with an sshd of
                its own and a cable to a bridge; the launcher runs on the first one. At a random moment, while the job
                starts, while all run, or while ranks leave, SIGKILL is sent to a rank, to one of each host, to an
                agent, to the launcher, or to the ssh that leads to a host; SIGSTOP to a rank or an agent; the cable of
                a host is pulled; or packets between a host and all others are dropped, for good or for up to 0.6 s.
                Or strangers come to the ports of all ranks, while these find each other or run: connections that say
                nothing, garbage, hellos without the secret, TLS, and ranks of another job. Besides, jobs run whose
                packets are lost, one of a hundred that come to any host, or wait for a link of 20 Mbit/s, for 50 ms at
                most. (The kernels that this ran on have no netem, so no link with a delay of its own is tried.)

                Survived means: the job has ended on all hosts in time, each side of a cut by itself; no process and no
                file is left on any of them, and no namespace when all has ended (of an agent that is killed while it
                starts, the next job's sweep removes what it has begun). The exit code is 137 for a rank that
                was killed, and the message names its host, the rank, its pid and the signal; or 1 for a host that was
                lost, and the message names it and its ranks, and says that their end could not be confirmed, or that
                nothing was heard from there. The ranks of an agent that is stopped end when it goes on, if not before.
                A job with a rank that is stopped, whose packets are dropped for less than `pgas.host.timeout`, or that
                strangers come to, goes on, and ends in the usual way at SIGTERM; no stranger is let in, and no hello
                without the secret is answered. Jobs with lost and late packets end in order, and all that they have
                checked is right. A job that ends in order before anything was done to it is none of those counted; one
                that fails by itself is one that has not survived. The times are from what was done to the end of the
                last process (of an agent that is stopped: from when it goes on).

                One job at a time has the processors, until it has ended, or only silence is left to tell; meanwhile
                others wait for that, and hosts are made for the next.

                Without root hosts are addresses of one machine, and agents its processes: nothing is done to networks
                there.
                """;
    }

    @Override
    public String bound(Plan plan) {
        return "everything has ended " + plan.within(1) + " after what was done, and "
                + Striking.silence(plan.within()).toSeconds()
                + " s (`pgas.host.timeout`) later where only silence tells; ten times that for a host that has said "
                + "nothing before";
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        Path base = Scratch.ofJobs("pgas-faults-hosts-");
        try {
            Start start = FastStart.get();
            Stage stage = new Stage(Place.find(base, start), start, new Processors());
            SeededTrials.run(plan, name(), base, (seed, scratch) -> {
                Choice choice = Choice.of(seed);
                if (stage.place().lacksNetwork() && choice.deed().needsNetwork()) {
                    ledger.add(new NotTried(name(), choice.deed().words(), stage.place().hindrance()));
                } else {
                    attempt(plan, ledger, stage, choice, scratch);
                }
            });
        } finally {
            Scratch.remove(base);
        }
    }

    private void attempt(Plan plan, Ledger ledger, Stage stage, Choice choice, Path scratch)
            throws IOException, InterruptedException {
        try (Machines machines = stage.place().machines(choice.hosts(), scratch);
                Processors.Use use = stage.processors().use()) {
            Trial tried = Striking.run(name(), choice, machines, scratch, plan.within(), stage.start(), use);
            if (tried == null) {
                ledger.add(new NotTried(name(), choice.kind(), "a job had ended by itself before"));
            } else {
                ledger.add(tried);
            }
        } catch (HarnessException e) {
            ledger.add(new HarnessFault(name(), choice.kind(), choice.seed(), choice.words() + "\n" + e.getMessage()));
        }
    }
}
