/** Atomic operations on segments. */
@SuppressWarnings("module") // the modules named below are built after this one
module org.pgas.atomics {
    requires transitive org.pgas;

    exports org.pgas.atomics;
    exports org.pgas.atomics.locks to org.pgas.vis, org.pgas.mpi, org.pgas.mppa;

    provides org.pgas.far.OwnerSteps
            with org.pgas.atomics.words.StructureSteps, org.pgas.atomics.locks.AreaLockSteps;
}
