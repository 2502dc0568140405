/**
 * Client memory that peers may copy from and to by themselves, out of their own processes.
 *
 * <p>An {@link org.pgas.lend.Offers offer} is a card in the area, which says where in the owner's process a note
 * lies, and with which nonce: a peer that reads the note there, and finds it true, has reached the right process.
 * The address is of use to that read alone. Protocol: a copier counts itself in before it looks at the generation,
 * and the owner takes the generation away before it waits for the counts to be 0: the tables are at {@code Offers}
 * and {@code OfferLayout}. Nothing here knows a segment. Tests: {@code OffersTest}; {@code OfferStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.lend;
