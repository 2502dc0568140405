/**
 * What goes wrong between processes that share memory, done to real jobs on purpose: the command, its classes of
 * faults, and its report, docs/RELIABILITY.md. Not published.
 *
 * <p>A {@code FaultClass} makes {@code Trial}s, one for each job, for a {@code Ledger}; what a trial fails to do
 * itself is a {@code HarnessFault}. Each class of faults is in a package: {@code kills} at moments of chance, {@code
 * steps} at named places ({@code agent} changes the victim's class when it is loaded), {@code stopped}, {@code
 * histories} (concurrent calls that one order has to explain), {@code corruption}, {@code limits}, {@code power}
 * (losses of power, as images of a device), {@code security}, {@code passive}, {@code hosts}, {@code soak}.
 * {@code jobs} starts jobs and looks for what they leave ({@code Aftermath}), {@code work} is what ranks do meanwhile.
 */
package org.pgas.faults;
