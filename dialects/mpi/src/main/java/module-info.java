/** MPI's communicators and messages between two ranks. */
module org.pgas.mpi.comm {
    requires transitive org.pgas;
    requires transitive org.pgas.mpi;
    requires org.pgas.coll;

    exports org.pgas.mpi.comm;
}
