/**
 * Runs a class of tests in a JVM of its own, with flags as the poms give them, and tells how that went: whether a
 * {@link org.pgas.broken.change.Cut} was made, and what failed. Nothing is left of a run, neither processes nor files.
 * Knows no list and no page.
 */
package org.pgas.broken.trial;
