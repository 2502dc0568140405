package org.pgas.join;

import java.nio.file.Path;

import org.pgas.GlobalPointer;
import org.pgas.JoinException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.Version;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.JoinRequest;

/**
 * Finds out which rank of which job this process is: from the configuration, from our launcher, from {@code mpirun} or
 * {@code srun}, or else a job of one.
 *
 * <p>Source: GASNet-1 2.1. Ranks of other launchers find each other by a key that is equal in all processes of one
 * start and in no other: the launcher's own job id, or the parent process and its start time.
 */
public final class RankDiscovery {
    private final String clientName;
    private final int flags;
    private final Settings settings;

    public RankDiscovery(String clientName, int flags, Settings settings) {
        this.clientName = clientName;
        this.flags = flags;
        this.settings = settings;
    }

    /** The place that the program has given. */
    public JoinRequest request(Path directory, int rank, int size) {
        return place(directory, null, rank, size, false);
    }

    public JoinRequest request() {
        if (settings.isSet(Setting.JOB_DIRECTORY)) {
            return place(
                    settings.path(Setting.JOB_DIRECTORY), null, count(Setting.RANK), count(Setting.SIZE), true);
        }
        if (settings.isSet(Setting.RANK) || settings.isSet(Setting.SIZE)) {
            throw new JoinException(
                    (settings.isSet(Setting.RANK) ? Setting.RANK : Setting.SIZE).key() + " is set but "
                            + Setting.JOB_DIRECTORY.key() + " is not: the launcher sets all three");
        }
        if (variable("OMPI_COMM_WORLD_RANK") != null) {
            refuseOtherHosts("mpirun (Open MPI)", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE");
            String id = variable("PMIX_NAMESPACE") != null ? variable("PMIX_NAMESPACE")
                    : variable("OMPI_MCA_ess_base_jobid");
            return place(null, key("ompi", id), number("OMPI_COMM_WORLD_RANK"), number("OMPI_COMM_WORLD_SIZE"), true);
        }
        if (variable("PMI_RANK") != null && variable("PMI_SIZE") != null) {
            refuseOtherHosts("mpirun (PMI)", "PMI_SIZE", "MPI_LOCALNRANKS");
            refuseOtherNodes();
            return place(null, key("pmi", null), number("PMI_RANK"), number("PMI_SIZE"), true);
        }
        if (variable("SLURM_STEP_ID") != null && variable("SLURM_PROCID") != null) {
            refuseOtherNodes();
            String tasks = variable("SLURM_STEP_NUM_TASKS") != null ? "SLURM_STEP_NUM_TASKS" : "SLURM_NTASKS";
            String id = variable("SLURM_JOB_ID") + "." + variable("SLURM_STEP_ID");
            return place(null, key("slurm", id), number("SLURM_PROCID"), number(tasks), true);
        }
        return place(null, "alone-" + ProcessHandle.current().pid() + "-" + System.nanoTime(), 0, 1, true);
    }

    private JoinRequest place(Path directory, String key, int rank, int size, boolean ownsProcess) {
        if (size < 1 || size > GlobalPointer.MAX_RANKS) {
            throw new JoinException("a job of " + size + " ranks: legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        if (rank < 0 || rank >= size) {
            throw new JoinException("rank " + rank + " is outside 0.." + (size - 1));
        }
        return new JoinRequest(
                clientName, flags, directory, key, rank, size, ownsProcess, configuration());
    }

    /**
     * Collective calls do more in checked mode, so all ranks are in it or none is; and all know their neighbours,
     * and go over one wire.
     */
    private String configuration() {
        long neighbourhoods = settings.count(Setting.NEIGHBOURHOODS, 1);
        return Version.configuration()
                + (settings.isOn(Setting.CHECKS, false) ? ", " + Setting.CHECKS.key() + "=on" : "")
                + (neighbourhoods == 1 ? "" : ", " + Setting.NEIGHBOURHOODS.key() + "=" + neighbourhoods + wire())
                + (settings.isSet(Setting.HOSTS) ? ", " + Setting.HOSTS.key() + "=" + settings.text(Setting.HOSTS)
                        : "");
    }

    /** Ranks find each other over one wire. The one within a host encrypts nothing, whatever is said of that. */
    private String wire() {
        String wire = SpiSettings.wire(settings);
        return wire.equals(ConduitSettings.WITHIN_A_HOST) ? ""
                : ", " + Setting.WIRE.key() + "=" + wire
                        + (settings.isOn(Setting.WIRE_PLAIN, false) ? ", " + Setting.WIRE_PLAIN.key() + "=on" : "");
    }

    private String variable(String name) {
        return settings.environmentVariable(name);
    }

    private int count(Setting setting) {
        if (!settings.isSet(setting)) {
            throw new JoinException(Setting.JOB_DIRECTORY.key() + " is set but " + setting.key()
                    + " is not: the launcher sets all three");
        }
        return (int) Math.min(settings.count(setting, 0), Integer.MAX_VALUE);
    }

    private int number(String name) {
        String text = variable(name);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new JoinException("environment variable " + name + "=" + text + " is not a number", e);
        }
    }

    private void refuseOtherHosts(String launcher, String sizeVariable, String localSizeVariable) {
        String local = variable(localSizeVariable);
        if (local != null && number(localSizeVariable) != number(sizeVariable)) {
            throw severalHosts(launcher,
                    sizeVariable + "=" + variable(sizeVariable) + ", " + localSizeVariable + "=" + local);
        }
    }

    /** Also for {@code srun --mpi=pmi2}, whose PMI variables say nothing of hosts. */
    private void refuseOtherNodes() {
        if (variable("SLURM_STEP_NUM_NODES") != null && number("SLURM_STEP_NUM_NODES") > 1) {
            throw severalHosts("srun", "SLURM_STEP_NUM_NODES=" + variable("SLURM_STEP_NUM_NODES"));
        }
    }

    private static JoinException severalHosts(String launcher, String evidence) {
        return new JoinException(
                launcher + " started ranks on several hosts (" + evidence
                        + "), but ranks share memory and must run on one host: "
                        + "start all of them on one host");
    }

    private static String key(String family, String id) {
        StringBuilder key = new StringBuilder(family);
        if (id != null) {
            key.append('-').append(id.replaceAll("[^A-Za-z0-9._-]", "_"));
        }
        // the parent is the launcher's own process, one for all ranks of this host; its start time tells a reused pid
        ProcessHandle.current().parent().ifPresent(parent -> {
            if (id == null) {
                key.append('-').append(parent.pid());
                parent.info().startInstant().ifPresent(start -> key.append('-').append(start.toEpochMilli()));
            }
        });
        return key.toString();
    }
}
