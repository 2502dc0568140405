/**
 * Random operations of all modules for as long as wanted, against models, with memory, files, threads and latencies
 * watched.
 */
package org.pgas.faults.soak;
