/**
 * The exchange with neighbours by which the paper about MPI/SX compares one-sided communication with messages, and its
 * tables.
 */
package org.pgas.examples.exchange;
