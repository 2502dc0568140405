/** Vector, indexed and strided transfers. */
@SuppressWarnings("module") // the module named below is built after this one
module org.pgas.vis {
    requires transitive org.pgas.atomics;

    exports org.pgas.vis;
    exports org.pgas.vis.inside to org.pgas.mpi;
}
