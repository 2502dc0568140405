/** Distributed arrays of numbers. */
module org.pgas.arrays {
    requires transitive org.pgas;
    requires org.pgas.atomics;
    requires org.pgas.coll;
    requires org.pgas.vis;

    exports org.pgas.arrays;
}
