package org.pgas.bench.page;

/**
 * A picture of some rows.
 *
 * @param title plain text
 * @param svg an element svg that is well-formed XML and names nothing outside; empty when the picture could not be
 *       drawn
 */
public record Chart(String title, String svg) {}
