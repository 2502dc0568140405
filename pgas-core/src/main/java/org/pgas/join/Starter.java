package org.pgas.join;

import org.pgas.JoinException;
import org.pgas.Settings;

/**
 * What another launcher than ours has told this process: which it is of those that were started together. The variables
 * are those of Open MPI, of PMI (Hydra, which is MPICH's, and others), and of Slurm's {@code srun}. Immutable.
 *
 * @param launcher its name, for people
 * @param family short name of the launcher
 * @param id of this start, the same in all its processes and in no other start; null when the launcher tells none
 * @param index of this process, as was told: not checked against the count
 * @param count of processes, as was told
 * @param several says that there are several hosts, for people: the variables that tell it; null when none does
 * @param isShared whether another of these processes is on this host, as far as is told
 */
public record Starter(String launcher, String family, String id, int index, int count, String several,
        boolean isShared) {
    /**
     * Reads the environment; null where no such launcher has started this process.
     *
     * @throws JoinException for people, when a variable is no number
     */
    public static Starter find(Settings settings) {
        if (settings.environmentVariable("OMPI_COMM_WORLD_RANK") != null) {
            return openMpi(settings);
        }
        if (settings.environmentVariable("PMI_RANK") != null && settings.environmentVariable("PMI_SIZE") != null) {
            return pmi(settings);
        }
        if (settings.environmentVariable("SLURM_STEP_ID") != null
                && settings.environmentVariable("SLURM_PROCID") != null) {
            return slurm(settings);
        }
        return null;
    }

    private static Starter openMpi(Settings settings) {
        String namespace = settings.environmentVariable("PMIX_NAMESPACE");
        int count = number(settings, "OMPI_COMM_WORLD_SIZE");
        return new Starter("mpirun (Open MPI)", "ompi",
                namespace != null ? namespace : settings.environmentVariable("OMPI_MCA_ess_base_jobid"),
                number(settings, "OMPI_COMM_WORLD_RANK"), count,
                others(settings, "OMPI_COMM_WORLD_SIZE", count, "OMPI_COMM_WORLD_LOCAL_SIZE"),
                isShared(settings, "OMPI_COMM_WORLD_LOCAL_SIZE"));
    }

    private static Starter pmi(Settings settings) {
        int count = number(settings, "PMI_SIZE");
        String others = others(settings, "PMI_SIZE", count, "MPI_LOCALNRANKS");
        // srun --mpi=pmi2 sets these, too, and they say nothing of hosts
        return new Starter("mpirun (PMI)", "pmi", null, number(settings, "PMI_RANK"), count,
                others != null ? others : nodes(settings),
                isShared(settings, "MPI_LOCALNRANKS") || isSharedByNodes(settings, count));
    }

    private static Starter slurm(Settings settings) {
        String tasks = settings.environmentVariable("SLURM_STEP_NUM_TASKS") != null ? "SLURM_STEP_NUM_TASKS"
                : "SLURM_NTASKS";
        String id = settings.environmentVariable("SLURM_JOB_ID") + "." + settings.environmentVariable("SLURM_STEP_ID");
        int count = number(settings, tasks);
        return new Starter("srun", "slurm", id, number(settings, "SLURM_PROCID"), count, nodes(settings),
                isSharedByNodes(settings, count));
    }

    private static String others(Settings settings, String sizeVariable, int size, String localVariable) {
        String local = settings.environmentVariable(localVariable);
        return local == null || number(settings, localVariable) == size ? null
                : sizeVariable + "=" + size + ", " + localVariable + "=" + local;
    }

    private static boolean isShared(Settings settings, String localVariable) {
        return settings.environmentVariable(localVariable) != null && number(settings, localVariable) > 1;
    }

    private static String nodes(Settings settings) {
        String nodes = settings.environmentVariable("SLURM_STEP_NUM_NODES");
        return nodes == null || number(settings, "SLURM_STEP_NUM_NODES") <= 1 ? null
                : "SLURM_STEP_NUM_NODES=" + nodes;
    }

    private static boolean isSharedByNodes(Settings settings, int count) {
        return settings.environmentVariable("SLURM_STEP_NUM_NODES") != null
                && number(settings, "SLURM_STEP_NUM_NODES") < count;
    }

    private static int number(Settings settings, String name) {
        String text = settings.environmentVariable(name);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new JoinException("environment variable " + name + "=" + text + " is not a number", e);
        }
    }
}
