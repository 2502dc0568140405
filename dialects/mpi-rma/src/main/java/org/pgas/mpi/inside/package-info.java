/**
 * What the library's other modules may ask of datatypes: which bytes a number of elements takes, what is wrong with it,
 * and to pack and unpack pieces; and what requests that are awaited together have in common. Nothing here knows a
 * transfer, a window or an address. Tests: {@code TypePackingTest}, {@code MpiPorterTest}, {@code MpiMessagesTest} of
 * the module that uses it.
 *
 * <p>Not part of the API: exported to the library's own modules.
 */
package org.pgas.mpi.inside;
