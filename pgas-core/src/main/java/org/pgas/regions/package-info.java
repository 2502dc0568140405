/**
 * Sets of byte ranges, and copies between them: what a non-contiguous transfer moves, and how.
 *
 * <p>{@link org.pgas.regions.Regions} are byte ranges in the order of a transfer, normalised: a {@code Nest} of loops,
 * {@code IndexedRuns}, or {@code VectorRuns}. A {@link org.pgas.regions.CopyPlan} joins two of equal volume;
 * {@code Packing} copies a part of the packed form; {@code RegionCodec} and {@code RegionFragment} describe a part in a
 * message. The owner of client memory needs all of it as much as the rank that puts. The package knows memory as
 * (segment, base) and geometry as offsets from a base, and no rank, job or message.
 *
 * <p><b>A packed form, and two layouts of it.</b> A shape says which bytes, in which order: one after the other they
 * are the packed form. Two shapes of equal volume are two layouts of it, so any shape goes with any other, and the
 * packed form itself need not exist: a put of mapped memory copies from layout to layout.
 *
 * <p><b>Normalised once, planned once.</b> Neighbours become one run, levels that continue each other one level, and a
 * list with a constant distance a nest of loops. The plan for a pair is found at their first transfer, and kept in both
 * shapes by a plain field: plans are immutable, so a race costs a second search and nothing else. Two nests become one
 * nest with a stride for each side, wherever their cuts divide each other ({@code JointNest}): sections, transposes,
 * reflections, and different chunks on both sides all do. Its levels are then turned and sorted so that the target is
 * written in ascending places, which the documents allow since they promise no order; where the source would like
 * another order, tiles of 64 x 64 serve both. Lists are taken as they are, or cut into common pieces, of which a plan
 * has at most 65,536 or four for each entry that the program gave; what would take more is walked run by run.
 *
 * <p><b>Invariant:</b> a transfer moves each byte to its place and touches no other, whatever the two shapes, and the
 * memory on either side ({@code VisModelTest.shouldMoveEveryByteToItsPlaceAndTouchNoOther},
 * {@code CopyPlanTest.shouldMoveEveryByteToItsPlaceAndTouchNoOther}, {@code PackingTest.shouldPackAndUnpackAnyPart}).
 *
 * <p><b>Regions travel as fragments.</b> A fragment is a description of target regions and the packed bytes for them. A
 * nest is described by its levels, whatever the number of its runs, and a list by one word for each run. Cuts depend on
 * regions and room only, so a get knows the number of its replies before it asks, and a reply says where in the packed
 * form its bytes belong. Cuts lie at ends of runs or at multiples of 16 bytes behind their beginnings: no element and
 * no aligned word is in two messages.
 *
 * <p><b>Invariant:</b> fragments cover every byte once and in order, whatever the room, and a damaged one never tells
 * of more bytes than it has ({@code RegionCodecTest.fragmentsCoverEveryByteOnceInOrderWhateverTheRoom},
 * {@code RegionCodecTest.everyPartIsDescribedFromEveryPosition},
 * {@code RegionCodecTest.aDamagedFragmentNeverTellsOfMoreBytesThanItHas}).
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.regions;
