/** One-sided operations while their target computes and does not come into the library. */
package org.pgas.faults.passive;
