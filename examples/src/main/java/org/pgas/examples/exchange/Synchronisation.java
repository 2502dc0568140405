package org.pgas.examples.exchange;

/** What opens and closes the epochs of an exchange. Source: MPI-2 "Fence", "Dedicated", "Locks". */
enum Synchronisation {
    FENCE("Fence"), DEDICATED("Ded"), LOCK("Lock");

    private final String title;

    Synchronisation(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
