/**
 * Losses of power, as images: what a file of a store may hold on its device at a moment. {@code Sectors} knows what may
 * be there, {@code Losses} is between a store and its file and takes the images, {@code Expected} says what a store has
 * to have kept, {@code PowerRank} is the job that puts, and that opens the images, {@code Damage} changes one more
 * sector. Nothing
 * here loses power: a device that lies about its syncs is not found.
 */
package org.pgas.faults.power;
