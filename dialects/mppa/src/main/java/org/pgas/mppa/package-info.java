/** The MPPA asynchronous interface: segments by identifier, transfers with events, posted operations, queues. */
package org.pgas.mppa;
