/** Global Arrays: arrays of up to seven dimensions that lie in the memory of all ranks. */
module org.pgas.ga {
    requires transitive org.pgas;
    requires transitive org.pgas.atomics;
    requires org.pgas.armci;
    requires org.pgas.coll;
    requires org.pgas.vis;

    exports org.pgas.ga;
}
