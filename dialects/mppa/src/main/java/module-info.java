/** The MPPA asynchronous interface: segments by identifier, transfers with events, posted operations, queues. */
module org.pgas.mppa {
    requires transitive org.pgas;
    requires transitive org.pgas.vis;
    requires org.pgas.atomics;
    requires org.pgas.heap;

    exports org.pgas.mppa;
}
