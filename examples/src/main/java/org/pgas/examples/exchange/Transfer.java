package org.pgas.examples.exchange;

/** What is done in an epoch of an exchange. */
enum Transfer {
    /** Synchronisation alone. */
    NONE("None"), PUT("Put"), GET("Get");

    private final String title;

    Transfer(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
