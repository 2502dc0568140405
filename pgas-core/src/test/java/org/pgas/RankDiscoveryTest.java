package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.join.RankDiscovery;
import org.pgas.spi.JoinRequest;

class RankDiscoveryTest {
    private static final Map<String, String> OPEN_MPI = Map.of("OMPI_COMM_WORLD_RANK", "2", "OMPI_COMM_WORLD_SIZE",
            "4", "OMPI_COMM_WORLD_LOCAL_SIZE", "4", "PMIX_NAMESPACE", "prterun-host-77@1");
    private static final Map<String, String> HYDRA = Map.of("PMI_RANK", "1", "PMI_SIZE", "3", "MPI_LOCALNRANKS", "3");
    private static final Map<String, String> SLURM = Map.of("SLURM_JOB_ID", "901", "SLURM_STEP_ID", "5",
            "SLURM_PROCID", "7", "SLURM_STEP_NUM_TASKS", "8", "SLURM_STEP_NUM_NODES", "1");

    private static JoinRequest discover(Map<String, String> environment) {
        return discover(JobConfig.builder().build(), environment);
    }

    private static JoinRequest discover(JobConfig config, Map<String, String> environment) {
        RankDiscovery discovery = new RankDiscovery(config.clientName(), config.flags(),
                Settings.of(config.settings(), Map.of(), environment));
        return config.directory() == null ? discovery.request()
                : discovery.request(config.directory(), config.rank(), config.size());
    }

    private static Map<String, String> with(Map<String, String> base, String... pairs) {
        Map<String, String> map = new HashMap<>(base);
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        map.values().removeIf(String::isEmpty);
        return map;
    }

    private static void refused(Map<String, String> environment, String... words) {
        JoinException e = assertThrows(JoinException.class, () -> discover(environment));
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), () -> "'" + word + "' is not in: " + e.getMessage());
        }
    }

    private static void assertPlace(int rank, int size, JoinRequest request) {
        assertEquals(rank, request.rank());
        assertEquals(size, request.size());
        assertTrue(request.ownsProcess());
    }

    @Test
    void aMainStartedAloneIsAJobOfItsOwn() {
        JoinRequest one = discover(Map.of());
        JoinRequest other = discover(Map.of());
        assertPlace(0, 1, one);
        assertNull(one.directory());
        assertNotEquals(one.key(), other.key());
    }

    @Test
    void ourLauncherNamesDirectoryRankAndSize() {
        JoinRequest request = discover(
                Map.of("PGAS_JOB_DIRECTORY", "/d/j", "PGAS_RANK", "2", "PGAS_SIZE", "5", "OMPI_COMM_WORLD_RANK", "9"));
        assertPlace(2, 5, request);
        assertEquals(Path.of("/d/j"), request.directory());
        assertNull(request.key());
    }

    @Test
    void aDirectoryWithoutRankOrSizeIsRefused() {
        refused(Map.of("PGAS_JOB_DIRECTORY", "/d/j", "PGAS_SIZE", "5"), "pgas.rank", "pgas.job.directory");
        refused(Map.of("PGAS_JOB_DIRECTORY", "/d/j", "PGAS_RANK", "0"), "pgas.size", "pgas.job.directory");
    }

    @Test
    void aRankOrSizeWithoutADirectoryIsRefusedInsteadOfRunAlone() {
        refused(Map.of("PGAS_RANK", "0", "PGAS_SIZE", "2"), "pgas.rank is set", "pgas.job.directory is not");
        refused(with(OPEN_MPI, "PGAS_SIZE", "2"), "pgas.size is set", "pgas.job.directory is not");
    }

    @Test
    void aPlaceGivenByTheProgramWinsAndDoesNotOwnTheProcess() {
        JobConfig config = JobConfig.builder().place(Path.of("/d/threads"), 1, 2).build();
        JoinRequest request = discover(config, OPEN_MPI);
        assertEquals(1, request.rank());
        assertEquals(2, request.size());
        assertEquals(Path.of("/d/threads"), request.directory());
        assertFalse(request.ownsProcess());
    }

    @Test
    void everyLauncherIsUnderstood() {
        assertPlace(2, 4, discover(OPEN_MPI));
        assertPlace(1, 3, discover(HYDRA));
        assertPlace(7, 8, discover(SLURM));
        assertPlace(7, 8, discover(with(SLURM, "SLURM_STEP_NUM_TASKS", "", "SLURM_NTASKS", "8")));
        assertPlace(2, 4, discover(with(OPEN_MPI, "PMIX_NAMESPACE", "", "OMPI_MCA_ess_base_jobid", "12")));
    }

    @Test
    void openMpiInsideSlurmIsOpenMpi() {
        assertPlace(2, 4, discover(with(SLURM, OPEN_MPI.entrySet().stream()
                .flatMap(entry -> java.util.stream.Stream.of(entry.getKey(), entry.getValue()))
                .toArray(String[]::new))));
    }

    @Test
    void anAllocationWithoutAStepIsNoStart() {
        assertPlace(0, 1, discover(Map.of("SLURM_JOB_ID", "901", "SLURM_NTASKS", "8")));
    }

    @Test
    void ranksOnSeveralHostsAreRefused() {
        refused(with(OPEN_MPI, "OMPI_COMM_WORLD_LOCAL_SIZE", "2"), "several hosts", "OMPI_COMM_WORLD_LOCAL_SIZE=2",
                "OMPI_COMM_WORLD_SIZE=4", "pgas run --one-per-host");
        refused(with(HYDRA, "MPI_LOCALNRANKS", "1"), "several hosts", "MPI_LOCALNRANKS=1", "PMI_SIZE=3");
        refused(with(SLURM, "SLURM_STEP_NUM_NODES", "2"), "several hosts", "SLURM_STEP_NUM_NODES=2");
        refused(with(SLURM, "SLURM_STEP_NUM_NODES", "2", "PMI_RANK", "1", "PMI_SIZE", "8"), "several hosts",
                "SLURM_STEP_NUM_NODES=2");
    }

    @Test
    void ranksOfOneStartHaveOneKeyAndThoseOfAnotherStartAnother() {
        for (Map<String, String> environment : java.util.List.of(OPEN_MPI, HYDRA, SLURM)) {
            String rankName = environment.containsKey("PMI_RANK") ? "PMI_RANK"
                    : environment.containsKey("SLURM_PROCID") ? "SLURM_PROCID" : "OMPI_COMM_WORLD_RANK";
            assertEquals(discover(environment).key(), discover(with(environment, rankName, "0")).key());
        }
        assertNotEquals(discover(OPEN_MPI).key(),
                discover(with(OPEN_MPI, "PMIX_NAMESPACE", "prterun-host-78@1")).key());
        assertNotEquals(discover(SLURM).key(), discover(with(SLURM, "SLURM_STEP_ID", "6")).key());
        assertNotEquals(discover(SLURM).key(), discover(with(SLURM, "SLURM_JOB_ID", "902")).key());
        assertNotEquals(discover(SLURM).key(), discover(HYDRA).key());
    }

    @Test
    void ranksOfOneWireHaveOneConfigurationHoweverItIsSet() {
        Map<String, String> unset = with(SLURM, "PGAS_NEIGHBOURHOODS", "2");
        String local = discover(unset).configuration();
        assertEquals(local, discover(with(unset, "PGAS_WIRE", "local")).configuration());
        assertEquals(local, discover(with(unset, "PGAS_WIRE_PLAIN", "on")).configuration());
        String tcp = discover(with(unset, "PGAS_WIRE", "tcp")).configuration();
        assertNotEquals(local, tcp);
        assertNotEquals(tcp, discover(with(unset, "PGAS_WIRE", "tcp", "PGAS_WIRE_PLAIN", "on")).configuration());
        Map<String, String> hosts = with(unset, "PGAS_HOSTS", "4,4");
        String between = discover(hosts).configuration();
        assertEquals(between, discover(with(hosts, "PGAS_WIRE", "tcp")).configuration());
        assertNotEquals(between, discover(with(hosts, "PGAS_WIRE", "local")).configuration());
    }

    @Test
    void withoutAJobIdTheKeyIsTheParentProcess() {
        String parent = "-" + ProcessHandle.current().parent().orElseThrow().pid() + "-";
        assertTrue(discover(HYDRA).key().contains(parent), discover(HYDRA).key());
        String key = discover(with(OPEN_MPI, "PMIX_NAMESPACE", "")).key();
        assertTrue(key.contains(parent), key);
    }

    @Test
    void aKeyIsOneNameOfADirectory() {
        String key = discover(with(OPEN_MPI, "PMIX_NAMESPACE", "../a/b\0:*@é")).key();
        assertTrue(key.matches("ompi-[A-Za-z0-9._-]+"), key);
    }

    @Test
    void numbersThatAreNoneAreRefusedByVariableAndValue() {
        refused(with(OPEN_MPI, "OMPI_COMM_WORLD_RANK", "two"), "OMPI_COMM_WORLD_RANK=two");
        refused(with(HYDRA, "PMI_SIZE", "3.0", "MPI_LOCALNRANKS", ""), "PMI_SIZE=3.0");
        refused(with(SLURM, "SLURM_PROCID", "0x1"), "SLURM_PROCID=0x1");
        refused(with(SLURM, "SLURM_STEP_NUM_TASKS", ""), "SLURM_NTASKS");
    }

    @Test
    void aRankOutsideItsJobAndAnImpossibleSizeAreRefused() {
        refused(with(OPEN_MPI, "OMPI_COMM_WORLD_RANK", "4"), "rank 4", "0..3");
        refused(with(OPEN_MPI, "OMPI_COMM_WORLD_RANK", "-1"), "rank -1", "0..3");
        refused(with(HYDRA, "PMI_SIZE", "0", "MPI_LOCALNRANKS", "0"), "0 ranks", "1..2048");
        refused(with(HYDRA, "PMI_SIZE", "2049", "MPI_LOCALNRANKS", "2049"), "2049 ranks", "1..2048");
        refused(Map.of("PGAS_JOB_DIRECTORY", "/d", "PGAS_RANK", "0", "PGAS_SIZE", "99999999999"), "1..2048");
    }
}
