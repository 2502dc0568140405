/**
 * Events for the JDK's flight recorder: what a rank's transfers, handlers, barriers, collectives and waits took, and
 * for which rank it waited. Nothing to call: this page is for readers of recordings.
 *
 * <p>All are disabled, and cost nothing then, until a recording enables them: {@code pgas run --timeline FILE} does,
 * which makes one picture of all ranks; the template {@code META-INF/pgas/pgas.jfc} in this module's jar does, given as
 * {@code settings=} to {@code -XX:StartFlightRecording} or {@code jcmd PID JFR.start}, and edited by {@code jfr
 * configure}; and single ones do by name, as in
 * {@code -XX:StartFlightRecording:settings=default,pgas.Wait#enabled=true}. What is shorter than its threshold is left
 * out.
 *
 * <p>Every event has, besides time, duration and thread, {@code job}, the name of the job, and {@code rank}, the job
 * rank that has emitted it. All ranks that it names are job ranks.
 *
 * <table class="striped">
 * <caption>Events, and the thresholds below which they are left out</caption>
 * <thead><tr><th>Event</th><th>Fields</th><th>Threshold</th></tr></thead>
 * <tbody>
 * <tr><td>{@code pgas.Transfer}</td><td>kind, peer, bytes</td><td>10 us</td></tr>
 * <tr><td>{@code pgas.Handler}</td><td>handler, message, source, bytes</td><td>10 us</td></tr>
 * <tr><td>{@code pgas.Barrier}</td><td>kind, team, phase, split</td><td>10 us</td></tr>
 * <tr><td>{@code pgas.Collective}</td><td>call, team, root, bytes, number, split</td><td>10 us</td></tr>
 * <tr><td>{@code pgas.Wait}</td><td>what, activity, awaited, awaitedRanks</td><td>20 us</td></tr>
 * <tr><td>{@code pgas.Job}</td><td>step, size, value, nanos</td><td>none</td></tr>
 * </tbody>
 * </table>
 *
 * <p>Each field's meaning is in the recording itself ({@code jfr metadata --events pgas.* FILE}). Transfers of fewer
 * bytes than {@code pgas.events.bytes} are never recorded, nor are atomic operations, polls and messages that are sent.
 * An event with {@code split} spans calls between which its thread did other things, so that it does not nest in
 * others.
 *
 * <p><b>Inside.</b> There is one class for each event, and the template that enables them. The package knows numbers
 * and names only. Every hook asks {@code Recorder}, which asks the JDK whether its recorder has ever been initialised,
 * and only then a constant object whether its kind is enabled; what is behind that is out of line. The module requires
 * {@code jdk.jfr} for it, which every JDK has. The recordings of all ranks become one trace by the monotonic clock,
 * which each {@code pgas.Job} event carries.
 *
 * <p><b>Invariant:</b> no other package of the core knows the flight recorder, and this one knows nothing of the core
 * ({@code ArchitectureTest.coreUsesTheJdkOnly}, {@code ArchitectureTest.eventsUseTheFlightRecorderOnly}).
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.events;
