/** The Aggregate Remote Memory Copy Interface: global memory, transfers, accumulates, mutexes, groups. */
module org.pgas.armci {
    requires transitive org.pgas;
    requires transitive org.pgas.atomics;
    requires org.pgas.vis;
    requires org.pgas.heap;
    requires org.pgas.coll;

    exports org.pgas.armci;
}
