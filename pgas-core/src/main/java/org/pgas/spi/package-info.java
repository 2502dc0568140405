/**
 * What a transport implements. Signatures use JDK types and {@link org.pgas.memory} only, so that a transport may depend on the
 * core without a cycle.
 */
package org.pgas.spi;
