/** UPC shared arrays and its memory copy library: asynchronous, indexed, strided. */
module org.pgas.upc {
    requires transitive org.pgas;
    requires transitive org.pgas.vis;
    requires org.pgas.atomics;
    requires org.pgas.heap;
    requires org.pgas.coll;

    exports org.pgas.upc;
}
