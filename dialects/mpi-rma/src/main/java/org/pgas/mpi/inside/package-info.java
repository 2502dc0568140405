/**
 * What the library's other modules may ask of datatypes: which bytes a number of elements takes, what is wrong with it,
 * and to pack and unpack pieces; what requests that are awaited together have in common; and what a program stores with
 * windows and communicators. Nothing here knows a transfer, a window or an address. Tests: {@code TypePackingTest},
 * {@code MpiPorterTest}; {@code MpiMessagesTest} and {@code MpiCommTest} of the module that uses it.
 *
 * <p>Not part of the API: exported to the library's own modules.
 */
package org.pgas.mpi.inside;
