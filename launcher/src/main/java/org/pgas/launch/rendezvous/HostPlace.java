package org.pgas.launch.rendezvous;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.join.Starter;

/**
 * Which of the hosts of a job this one is, as its scheduler tells.
 *
 * @param index from 0: host 0 is the launcher's
 * @param count of hosts, above 0
 * @param starter what has told it; null when settings or Kubernetes have
 */
public record HostPlace(int index, int count, Starter starter) {
    /** A variable of an Indexed Job of Kubernetes, which tells no number of pods. */
    static final String COMPLETION_INDEX = "JOB_COMPLETION_INDEX";

    private static final int LONGEST_DIGITS = 9;

    /**
     * By {@code pgas.host.index} and {@code pgas.host.count}; else by the index that Kubernetes gives, and {@code
     * pgas.host.count}; else by the variables of Open MPI, of PMI or of Slurm.
     *
     * @throws PgasException BAD_ARGUMENT, for people: what is missing or impossible
     */
    public static HostPlace find(Settings settings) {
        String completion = settings.environmentVariable(COMPLETION_INDEX);
        if (settings.isSet(Setting.HOST_INDEX)) {
            if (!settings.isSet(Setting.HOST_COUNT)) {
                throw bad(Setting.HOST_INDEX.key() + " is set but " + Setting.HOST_COUNT.key() + " is not: set both");
            }
            return of(settings.count(Setting.HOST_INDEX, 0), settings.count(Setting.HOST_COUNT, 0), null);
        }
        if (completion != null && settings.isSet(Setting.HOST_COUNT)) {
            return of(number(completion), settings.count(Setting.HOST_COUNT, 0), null);
        }
        Starter starter = Starter.find(settings);
        if (starter != null) {
            return of(starter.index(), starter.count(), starter);
        }
        throw bad(completion != null
                ? COMPLETION_INDEX + "=" + completion + " says which host this is, and nothing of how many there are: "
                        + "set PGAS_HOST_COUNT to the job's completions"
                : "--one-per-host: no scheduler has said which host this is: let mpirun, srun or an Indexed Job of "
                        + "Kubernetes start this on each host, or set " + Setting.HOST_INDEX.key() + " and "
                        + Setting.HOST_COUNT.key());
    }

    private static long number(String text) {
        if (!text.matches("[0-9]{1," + LONGEST_DIGITS + "}")) {
            throw bad("environment variable " + COMPLETION_INDEX + "=" + text + " is not a number");
        }
        return Long.parseLong(text);
    }

    private static HostPlace of(long index, long count, Starter starter) {
        if (count < 1 || count > GlobalPointer.MAX_RANKS) {
            throw bad("a job on " + count + " hosts: legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        if (index < 0 || index >= count) {
            throw bad("host " + index + " of " + count + ": legal are 0.." + (count - 1));
        }
        return new HostPlace((int) index, (int) count, starter);
    }

    private static PgasException bad(String text) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, text);
    }

    /** For people: "host 1 of 3". */
    public String text() {
        return "host " + index + " of " + count;
    }
}
