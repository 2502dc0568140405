package org.pgas.bench;

/**
 * A picture of some rows.
 *
 * @param title plain text
 * @param svg an element svg that is well-formed XML and names nothing outside; empty when the picture could not be drawn
 */
record Chart(String title, String svg) {}
