/** MPI's one-sided communication: windows, epochs, datatypes. */
module org.pgas.mpi {
    requires transitive org.pgas;
    requires org.pgas.atomics;
    requires org.pgas.vis;
    requires org.pgas.coll;

    exports org.pgas.mpi;
}
