/**
 * Programs that ranks run while something happens to them; each checks what it can check of its own results as it goes.
 */
package org.pgas.faults.work;
