/** jcstress tests of the protocols on shared words; see {@code StressIT}. No main code. */
package org.pgas.stress;
