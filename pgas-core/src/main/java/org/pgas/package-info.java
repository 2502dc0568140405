/** Jobs, teams, segments and the operations on a partitioned global address space. */
package org.pgas;
