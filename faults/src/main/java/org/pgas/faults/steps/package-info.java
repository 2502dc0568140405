/** Processes that are killed or stopped at named steps of the library's protocols, in the table {@code steps.txt}. */
package org.pgas.faults.steps;
