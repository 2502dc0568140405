/**
 * How the launcher of a job on several hosts and its agents speak: one agent on each host starts the ranks there.
 *
 * <p><b>What lives here</b> is what both sides have in common: which ranks run on which host ({@link
 * org.pgas.launch.agents.HostList}), frames and what is in them, and when the other side counts as lost. <b>What may
 * not:</b> processes, files of jobs, threads that watch ranks, options of commands. Those are the launcher's, in
 * {@code org.pgas.launch}, which knows this package and is not known to it.
 *
 * <h2>The protocol</h2>
 *
 * <p>The launcher starts an agent on a host by {@code ssh}, or by another command, and speaks to it over its standard
 * input and output; standard error is for people. Where a scheduler has started the agent, it has called the launcher,
 * and they speak over that connection ({@code org.pgas.launch.rendezvous}): what follows holds there, too. All that an
 * agent needs to know comes on standard input, also what is secret: nothing of it is on a command line or in an
 * environment. The end of its standard input tells an agent that
 * the launcher is gone: it ends its ranks, removes their files, and ends.
 *
 * <p>In each direction the first bytes are eight letters, {@code PGASAGNT}, and a byte, the version ({@code
 * FrameSender.greeting}). Frames follow: a byte, the kind ({@link org.pgas.launch.agents.Kind}), the length of the
 * body in four bytes, at most 16 MiB, and the body. Numbers are in network order; in a body they have eight bytes, and
 * texts (UTF-8) and bytes come behind their length ({@code BodyWriter}).
 * <table class="striped">
 * <caption>Frames</caption>
 * <thead><tr><th>kind</th><th>from</th><th>body</th></tr></thead>
 * <tbody>
 * <tr><td>START</td><td>launcher</td><td>{@code JobOrder}: the first frame. It begins
 * with the launcher's build, which an agent of another one refuses, and does not read on</td></tr>
 * <tr><td>RANK</td><td>both</td><td>{@code RankNews}; the launcher passes on those of other hosts</td></tr>
 * <tr><td>OUTPUT</td><td>agent</td><td>{@code OutputPart}: no more than the credit, 1 MiB of each host</td></tr>
 * <tr><td>TAKEN</td><td>launcher</td><td>how much of the credit comes back</td></tr>
 * <tr><td>INPUT, INPUT_TAKEN</td><td>launcher, agent</td><td>bytes for rank 0, none at the end; nothing: one INPUT is
 * on its way at a time</td></tr>
 * <tr><td>ENDED</td><td>agent</td><td>{@code EndOrder}: how the job ends; of several the first counts</td></tr>
 * <tr><td>END</td><td>launcher</td><td>{@code EndOrder}: how it ends, for all hosts</td></tr>
 * <tr><td>NOTE</td><td>agent</td><td>a text for people</td></tr>
 * <tr><td>RECORDING</td><td>agent</td><td>{@code RecordingPart}: of the same credit</td></tr>
 * <tr><td>FINISHED</td><td>agent</td><td>nothing: its ranks have ended, and the time of the job is not counted for
 * them any more; OUTPUT and RECORDING may follow</td></tr>
 * <tr><td>OVER</td><td>agent</td><td>what is left on this host, for people, or an empty text; none but BEAT, RANK and
 * INPUT_TAKEN may follow</td></tr>
 * <tr><td>DONE</td><td>launcher</td><td>{@code EndOrder}: how the job has ended on all hosts, to agents that have
 * called it, for which that is the exit code of their process; or, as the first frame, why there is no job for
 * them</td></tr>
 * <tr><td>BEAT</td><td>both</td><td>the clock of the sender, the latest of the other side's that it has heard, and for
 * how long</td></tr>
 * </tbody>
 * </table>
 *
 * <p><b>Words of ranks.</b> Ranks of different hosts find each other by what RANK carries: how far each has come, and
 * its address. The agent takes both from the job's directory of its host, where the rank has put them, and agents of
 * other hosts put them into theirs, the address before the state that tells of it. So a rank that waits for all others
 * to join finds those of other hosts as it finds those of its own. What a rank does at the moment is told to the
 * launcher alone. An agent that is started later than others is told first what was heard before.
 *
 * <p><b>What is lost.</b> Each side sends a BEAT every {@code pgas.host.beat}. One that has had nothing from the other
 * for {@code pgas.host.timeout}, counted in its own beats, takes it for lost, as it does at the end of the stream.
 * Beats of its own do not count that come late for want of a processor ({@code Heart}). The agent then ends its ranks,
 * and says on standard error that it was silence; the launcher ends the job everywhere, and says which host it was, and
 * that nobody can tell what is left there. The agent answers the first BEAT at once, so that short jobs have a
 * comparison of the clocks, too. An agent that has said nothing yet may be silent for ten times as long, since it has
 * to be started, by a way that may lead nowhere and not say so. When its job is over, it stays until all that it has
 * said was taken, or the launcher is lost; and one that has called until it is told DONE.
 *
 * <p><b>Invariant:</b> what is no frame of this version is refused in a sentence
 * ({@code FramesTest.whatIsNoAgentIsShown}, {@code FramesTest.anotherVersionIsRefusedWithBoth},
 * {@code FramesTest.aFrameThatThisLibraryNeverWritesIsRefused}).
 *
 * <p><b>Invariant:</b> a side that does not read holds up no sender
 * ({@code FramesTest.aSideThatDoesNotReadHoldsUpNoSender}), and an agent, which runs as the same user and is trusted in
 * this, sends no more output than was taken and the credit ({@code CreditTest.nobodyTakesMoreThanThereIs}).
 *
 * <p><b>Invariant:</b> a side is lost after so many beats without a word, and not before
 * ({@code HeartTest.theOtherSideIsLostAfterSoManySilentBeats}), of which none counts that came late
 * ({@code HeartTest.aBeatThatComesLateCountsForNothing}); and no agent is waited for without end that never says a word
 * ({@code HostsJobTest.aHostThatNeverSaysAWordIsLost}).
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.launch.agents;
