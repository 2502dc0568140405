/**
 * Programs that measure the same rows with other libraries for the JVM. Each is started by the comparison, a JVM for
 * each rank.
 */
package org.pgas.compare.peers;
