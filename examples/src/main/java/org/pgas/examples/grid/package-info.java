/** How arrays are cut into blocks, one for each rank. Knows nothing of shared memory. */
package org.pgas.examples.grid;
