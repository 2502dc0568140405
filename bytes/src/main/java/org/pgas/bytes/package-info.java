/**
 * Chronicle Bytes on the library's memory: bounded views of segments and of payloads, and values of registered types in them.
 *
 * <p>Invariant: nothing of Chronicle is loaded by a program that uses no class of this package, and no view reaches outside the memory
 * it was made for.
 */
package org.pgas.bytes;
