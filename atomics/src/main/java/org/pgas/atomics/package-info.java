/** Atomic operations on segments. */
package org.pgas.atomics;
