package org.pgas.launch.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.PgasException;
import org.pgas.Settings;

class HostPlaceTest {
    private static HostPlace find(String... pairs) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            environment.put(pairs[i], pairs[i + 1]);
        }
        return HostPlace.find(Settings.of(Map.of(), Map.of(), environment));
    }

    private static void isPlace(int index, int count, HostPlace place) {
        assertEquals("host " + index + " of " + count, place.text());
    }

    private static void refused(String expected, String... pairs) {
        PgasException e = assertThrows(PgasException.class, () -> find(pairs));
        assertTrue(e.getMessage().contains(expected), e::getMessage);
    }

    @Test
    void everySchedulerIsUnderstood() {
        isPlace(1, 2, find("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "2"));
        isPlace(2, 3, find("PMI_RANK", "2", "PMI_SIZE", "3"));
        isPlace(3, 4, find("SLURM_JOB_ID", "7", "SLURM_STEP_ID", "0", "SLURM_PROCID", "3", "SLURM_NTASKS", "4"));
        HostPlace pod = find("JOB_COMPLETION_INDEX", "4", "PGAS_HOST_COUNT", "5");
        isPlace(4, 5, pod);
        assertNull(pod.starter());
    }

    @Test
    void settingsWinOverTheScheduler() {
        isPlace(0, 2, find("PGAS_HOST_INDEX", "0", "PGAS_HOST_COUNT", "2", "PMI_RANK", "2", "PMI_SIZE", "3",
                "JOB_COMPLETION_INDEX", "1"));
    }

    @Test
    void whatIsMissingIsNamed() {
        refused("--one-per-host: no scheduler has said which host this is");
        refused("pgas.host.count is not", "PGAS_HOST_INDEX", "0");
        refused("set PGAS_HOST_COUNT to the job's completions", "JOB_COMPLETION_INDEX", "0");
    }

    @Test
    void whatIsImpossibleIsNamed() {
        refused("host 3 of 3: legal are 0..2", "PGAS_HOST_INDEX", "3", "PGAS_HOST_COUNT", "3");
        refused("host 3 of 3: legal are 0..2", "PMI_RANK", "3", "PMI_SIZE", "3");
        refused("a job on 0 hosts: legal are 1..2048", "PGAS_HOST_INDEX", "0", "PGAS_HOST_COUNT", "0");
        refused("a job on 99999999999 hosts", "PGAS_HOST_INDEX", "0", "PGAS_HOST_COUNT", "99999999999");
        refused("JOB_COMPLETION_INDEX=one is not a number", "JOB_COMPLETION_INDEX", "one", "PGAS_HOST_COUNT", "3");
    }
}
