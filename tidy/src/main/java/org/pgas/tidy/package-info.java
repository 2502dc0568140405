/**
 * Checks of the architecture over the classes of all modules, of what is published, and of what documents and comments
 * claim. No main code.
 *
 * <p>A sentence that a document or the comment of a package or class calls an invariant ends with the tests that keep
 * it; {@code DocumentsTest} finds those that name none, or what is no test that runs.
 *
 * <p><b>Invariant:</b> modules depend on each other only as listed in {@code ArchitectureTest}
 * ({@code ArchitectureTest.modulesUseOnlyTheModulesBelowThem}).
 *
 * <p><b>Invariant:</b> no packages form a cycle, no room names what a program holds of a job, and no large knot of
 * types name each other ({@code RoomsTest.noPackagesNameEachOther}, {@code RoomsTest.noRoomNamesJobTeamOrEndpoint},
 * {@code RoomsTest.noKnotIsLarge}).
 *
 * <p><b>Invariant:</b> the walks from a call to its instruction that {@code org.pgas} tells list every file that their
 * calls enter, and say where they are longer than was wanted or come back to a room
 * ({@code WalksTest.everyWalkIsWholeAndCanBeGone}, {@code WalksTest.theWalksAreToldWithTheirLimits}).
 *
 * <p><b>Invariant:</b> the map is read in ten minutes, and documents name types that exist
 * ({@code DocumentsTest.theMapIsReadInTenMinutes}, {@code DocumentsTest.everyTypeThatTheyNameExists}).
 *
 * <p><b>Invariant:</b> no package of the library but {@code org.pgas.pshm} uses Agrona, and none but
 * {@code org.pgas.bytes} and {@code org.pgas.rpc} Chronicle
 * ({@code ConfinementTest.agronaIsUsedInPshmAndChronicleInBytes}).
 *
 * <p><b>Invariant:</b> every field that is shared by its type or by its comment is in a table beside it, every class
 * that touches shared words with an order has a table or says where it is, and the tables of layouts are complete
 * ({@code MemoryOrderTest.everyFieldThatThreadsShareIsInATableBesideIt},
 * {@code MemoryOrderTest.everyFieldThatIsRacedIsInATableBesideIt},
 * {@code MemoryOrderTest.whoTouchesSharedWordsWithAnOrderHasATableOrSaysWhereItIs},
 * {@code MemoryOrderTest.everyFieldOfALayoutIsInItsTable}, {@code MemoryOrderTest.everyProtocolTestIsInTheOverview}).
 *
 * <p><b>Invariant:</b> what conformance tests with several ranks, it tests between neighbourhoods, too, or says why not
 * ({@code NeighbourhoodRuleTest.everyLawOfSeveralRanksIsTestedBetweenNeighbourhoodsOrSaysWhyNot}).
 *
 * <p><b>Invariant:</b> what a race publishes is immutable
 * ({@code MemoryOrderTest.whatARacePublishesHasFinalFieldsOnly}).
 */
package org.pgas.tidy;
