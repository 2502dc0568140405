/**
 * JUnit 5 extension that runs the body of a test on every rank of a job, with ranks as threads of this JVM or as JVMs.
 *
 * <pre>{@code
 * class NeighbourTest {
 *     @RankTest(ranks = {1, 4})
 *     void putReachesTheNeighbour(Job job) {
 *         int next = (job.rank() + 1) % job.size();
 *         job.world().rma().putLong(next, 0, job.rank());
 *         job.world().barrier();
 *         int previous = (job.rank() + job.size() - 1) % job.size();
 *         assertEquals(previous, job.world().rma().getLong(job.rank(), 0));
 *     }
 * }
 * }</pre>
 *
 * <p>That is four tests: 1 and 4 ranks, each as threads and as processes. {@link org.pgas.testkit.RankTest} says what a
 * body may rely on and what a failure shows, {@link org.pgas.testkit.RankDefaults} says for a class what its tests do
 * not say themselves, {@link org.pgas.testkit.Seed} gives random numbers that a failure tells how to replay,
 * {@link org.pgas.testkit.Stamp} gives test data that tells where it came from.
 *
 * <p><b>Flags.</b> The JVM that runs the tests needs those of every rank: {@code --enable-native-access=ALL-UNNAMED}
 * and {@code --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED}; with Maven, in Surefire's {@code argLine}. JVMs of
 * ranks get this JVM's flags and class path. Without them a test fails and names the flag.
 *
 * <p><b>Settings</b> come from the annotations, else from this JVM's system properties and environment, and are the
 * same on all ranks. Checked mode is on unless a setting says otherwise.
 *
 * <p><b>Hosts.</b> A job has a launcher's files in the JVM of the tests ({@code JobHosts}). With {@code
 * org.pgas.testkit.hosts=on} in JUnit's configuration, neighbourhoods of ranks that are processes are hosts: each has
 * files of its own, a {@code Courier} carries what launcher and agents would, and JVMs of ranks are started in networks
 * of their own ({@link org.pgas.testkit.networks.Networks}) where the system makes some.
 *
 * <p><b>Time.</b> A test has {@link org.pgas.testkit.RankDefaults#timeoutSeconds()} for all ranks together; a rank that
 * is late then fails it with stack traces, and is stopped. JUnit's own time-outs see the whole run of the ranks.
 *
 * <p><b>Debugging.</b> Ranks that are threads are named {@code rank 1 of 4} and stop at break points; JVMs of ranks are
 * started without debugger and agents. Give a test that is debugged {@link org.pgas.testkit.Mode#THREADS} and much
 * time.
 */
package org.pgas.testkit;
