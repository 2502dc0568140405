/** The Aggregate Remote Memory Copy Interface: global memory, transfers, accumulates, mutexes, groups. */
package org.pgas.armci;
