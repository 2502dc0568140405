package org.pgas.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.Settings;

/** What the variables of other launchers say. */
class StarterTest {
    private static Starter find(String... pairs) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            environment.put(pairs[i], pairs[i + 1]);
        }
        return Starter.find(Settings.of(Map.of(), Map.of(), environment));
    }

    @Test
    void aProcessThatWasStartedAloneHasNone() {
        assertNull(find());
        assertNull(find("SLURM_JOB_ID", "901", "SLURM_NTASKS", "8"));
        assertNull(find("PMI_RANK", "1"));
    }

    @Test
    void processesThatShareAHostAreToldAsFarAsTheirLauncherTells() {
        assertTrue(find("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "4", "OMPI_COMM_WORLD_LOCAL_SIZE", "2")
                .isShared());
        assertFalse(find("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "2", "OMPI_COMM_WORLD_LOCAL_SIZE", "1")
                .isShared());
        assertTrue(find("PMI_RANK", "1", "PMI_SIZE", "4", "MPI_LOCALNRANKS", "2").isShared());
        assertFalse(find("PMI_RANK", "1", "PMI_SIZE", "4").isShared());
        assertTrue(find("PMI_RANK", "1", "PMI_SIZE", "4", "SLURM_STEP_NUM_NODES", "2").isShared());
        assertTrue(find("SLURM_STEP_ID", "0", "SLURM_PROCID", "1", "SLURM_NTASKS", "4", "SLURM_STEP_NUM_NODES", "2")
                .isShared());
        assertFalse(find("SLURM_STEP_ID", "0", "SLURM_PROCID", "1", "SLURM_NTASKS", "2", "SLURM_STEP_NUM_NODES", "2")
                .isShared());
    }

    @Test
    void severalHostsAreToldWithTheVariablesThatSaySo() {
        assertEquals("PMI_SIZE=4, MPI_LOCALNRANKS=2",
                find("PMI_RANK", "1", "PMI_SIZE", "4", "MPI_LOCALNRANKS", "2").several());
        assertEquals("SLURM_STEP_NUM_NODES=2", find("SLURM_STEP_ID", "0", "SLURM_PROCID", "1", "SLURM_NTASKS", "2",
                "SLURM_STEP_NUM_NODES", "2").several());
        assertNull(find("PMI_RANK", "1", "PMI_SIZE", "4", "MPI_LOCALNRANKS", "4").several());
    }

    @Test
    void aJobOfSlurmHasItsStepAsItsId() {
        assertEquals("9.2", find("SLURM_JOB_ID", "9", "SLURM_STEP_ID", "2", "SLURM_PROCID", "0", "SLURM_NTASKS", "1")
                .id());
    }
}
