/** Broadcasts, gathers, exchanges and reductions on shared memory. */
module org.pgas.coll {
    requires transitive org.pgas;

    exports org.pgas.coll;
}
