/** Distributed arrays of numbers. */
module org.pgas.arrays {
    requires transitive org.pgas;
}
