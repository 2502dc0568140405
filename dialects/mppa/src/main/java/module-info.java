/** The MPPA asynchronous interface: segments by identifier, transfers with events, posted operations, queues. */
module org.pgas.mppa {
    requires transitive org.pgas;
    requires org.pgas.atomics;
    requires org.pgas.vis;
    requires org.pgas.heap;

    exports org.pgas.mppa;
}
