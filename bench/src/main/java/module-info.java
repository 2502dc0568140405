/** What the library costs on this machine, as a page with charts. */
module org.pgas.bench {
    requires org.pgas;
}
