/** What goes wrong between processes that share memory, done to real jobs on purpose: the command, its classes of faults, and its report. */
package org.pgas.faults;
