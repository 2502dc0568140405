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
 * <p>That is four tests: 1 and 4 ranks, each as threads and as processes. {@link org.pgas.testkit.RankTest} says what a body may
 * rely on, {@link org.pgas.testkit.Seed} gives random numbers that a failure tells how to replay, {@link org.pgas.testkit.Stamp}
 * gives test data that tells where it came from.
 */
package org.pgas.testkit;
