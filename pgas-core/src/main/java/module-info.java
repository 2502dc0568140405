/**
 * The vocabulary and the semantics of the library: jobs, teams, segments, one-sided transfers, events and barriers.
 *
 * <p>Depends on {@code java.base}, and on {@code jdk.jfr} for events of the flight recorder, only. It ships no
 * transport: a {@link org.pgas.spi.ConduitProvider} is found at run time.
 */
@SuppressWarnings("module") // the modules named below are built after this one
module org.pgas {
    requires jdk.jfr;

    exports org.pgas;
    // the rooms: for our own modules, which reach a team's through org.pgas.team.TeamCore
    exports org.pgas.events to org.pgas.coll, org.pgas.vis;
    exports org.pgas.far to org.pgas.armci, org.pgas.atomics, org.pgas.heap, org.pgas.mpi, org.pgas.vis;
    exports org.pgas.join to org.pgas.launch;
    exports org.pgas.lend to org.pgas.mpi;
    exports org.pgas.memory
            to org.pgas.pshm, org.pgas.hosts, org.pgas.ucx, org.pgas.atomics, org.pgas.vis, org.pgas.heap,
            org.pgas.coll, org.pgas.bytes, org.pgas.mpi, org.pgas.mpi.comm, org.pgas.mppa;
    exports org.pgas.message to org.pgas.bytes, org.pgas.mpi, org.pgas.mpi.comm;
    exports org.pgas.operation to org.pgas.atomics, org.pgas.vis;
    exports org.pgas.rank
            to org.pgas.pshm, org.pgas.atomics, org.pgas.vis, org.pgas.heap, org.pgas.coll, org.pgas.bytes,
            org.pgas.arrays, org.pgas.mpi, org.pgas.mpi.comm, org.pgas.armci, org.pgas.ga, org.pgas.mppa, org.pgas.upc;
    exports org.pgas.refusal
            to org.pgas.pshm, org.pgas.hosts, org.pgas.ucx, org.pgas.atomics, org.pgas.vis, org.pgas.heap,
            org.pgas.coll, org.pgas.bytes,
            org.pgas.arrays,
            org.pgas.mpi, org.pgas.mpi.comm, org.pgas.armci, org.pgas.ga, org.pgas.mppa, org.pgas.upc;
    exports org.pgas.regions to org.pgas.vis, org.pgas.mpi;
    exports org.pgas.secure to org.pgas.hosts, org.pgas.tcp, org.pgas.launch;
    exports org.pgas.spi to org.pgas.pshm, org.pgas.hosts, org.pgas.ucx, org.pgas.launch, org.pgas.testkit;
    exports org.pgas.team
            to org.pgas.atomics, org.pgas.vis, org.pgas.heap, org.pgas.coll, org.pgas.bytes, org.pgas.arrays,
            org.pgas.mpi, org.pgas.mpi.comm, org.pgas.armci, org.pgas.ga, org.pgas.mppa, org.pgas.upc;
    exports org.pgas.wait
            to org.pgas.atomics, org.pgas.heap, org.pgas.coll, org.pgas.bytes, org.pgas.mpi, org.pgas.mpi.comm,
            org.pgas.armci, org.pgas.mppa;

    uses org.pgas.far.OwnerSteps;
    uses org.pgas.spi.ConduitProvider;
}
