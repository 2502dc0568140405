package org.pgas.mpi.comm;

/**
 * What tells a communicator from all others of its {@link Mpi}.
 *
 * @param leader the job rank that has chosen the number, once for each
 */
record CommId(int leader, int number) {}
