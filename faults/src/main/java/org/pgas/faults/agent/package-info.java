/**
 * A Java agent that does something to its own process when a named method is passed, so that the library needs no hook
 * for it. Loaded into the JVMs of jobs that are tried, by {@code org.pgas.faults.steps}.
 */
package org.pgas.faults.agent;
