/**
 * Ranks and launchers that do not run for a while: stopped, traced, frozen, or without a processor. They are not dead.
 */
package org.pgas.faults.stopped;
