/** Vector, indexed and strided transfers. */
module org.pgas.vis {
    requires transitive org.pgas.atomics;

    exports org.pgas.vis;
}
