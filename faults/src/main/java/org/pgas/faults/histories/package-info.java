/**
 * Random concurrent programs over what ranks share, and the search for one order of all calls that explains what each
 * rank has got.
 *
 * <p>{@code Program} is what a seed makes: the steps of each rank. {@code Player} is the main class of a rank: it makes
 * the calls of {@code Objects} and writes each into a {@code Notebook}. {@code Histories} starts such jobs, stops and
 * continues their ranks meanwhile, and has {@code Judge} read the notebooks. {@code Search} asks of the history of each
 * {@code Subject} whether it is linearisable by its {@code Model}, and {@code Excerpt} cuts out what is not. Messages
 * have an order of their own: {@code Deliveries}. Models know nothing of the library, and the search knows nothing of
 * jobs.
 */
package org.pgas.faults.histories;
