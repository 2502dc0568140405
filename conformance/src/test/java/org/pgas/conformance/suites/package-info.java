/**
 * Tests of the same cases as the programs of known suites, in code of our own: what carries over are the names of the
 * programs, which {@link org.pgas.conformance.suites.SuiteCase} tells and docs/suites lists. A law that a test of
 * {@code org.pgas.conformance} states already stays there, and has the annotation; here are the others.
 *
 * <p>No law of the library's own lives here, and nothing that no program of a suite is about.
 */
package org.pgas.conformance.suites;
