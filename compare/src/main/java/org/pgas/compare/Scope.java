package org.pgas.compare;

/** What is compared: ranks that share the memory of one host, or ranks on two. Each has its rows, pages and reasons. */
enum Scope {
    ONE_HOST("rows.csv", "README.md", "results.csv", "reasons.csv", "Speed, side by side", Library.C),
    TWO_HOSTS("hosts.csv", "hosts.md", "hosts.csv", "hosts-reasons.csv", "Speed between two hosts", Library.TCP);

    private final String rows;
    private final String page;
    private final String figures;
    private final String reasons;
    private final String title;
    private final Library floor;

    Scope(String rows, String page, String figures, String reasons, String title, Library floor) {
        this.rows = rows;
        this.page = page;
        this.figures = figures;
        this.reasons = reasons;
        this.title = title;
        this.floor = floor;
    }

    /** The file beside this class with the rows. */
    String rows() {
        return rows;
    }

    /** The file of tables, in the directory of a kind of processor. */
    String page() {
        return page;
    }

    /** The file of figures beside it, from which the rest can be made again. */
    String figures() {
        return figures;
    }

    /** The file with the reasons of lost cells, above the directories of processors. */
    String reasons() {
        return reasons;
    }

    /** Whether there is a page of charts as well. */
    boolean hasCharts() {
        return this == ONE_HOST;
    }

    /** The first words of a page. */
    String title() {
        return title;
    }

    /** What is below all libraries: the first column of figures. */
    Library floor() {
        return floor;
    }
}
