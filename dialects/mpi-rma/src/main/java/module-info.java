/** MPI's one-sided communication: windows, epochs, datatypes. */
@SuppressWarnings("module") // the module named below is built after this one
module org.pgas.mpi {
    requires transitive org.pgas;
    requires org.pgas.atomics;
    requires org.pgas.vis;
    requires org.pgas.coll;

    exports org.pgas.mpi;
    exports org.pgas.mpi.inside to org.pgas.mpi.comm;
}
