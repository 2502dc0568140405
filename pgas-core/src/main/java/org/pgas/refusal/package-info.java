/**
 * How the library refuses: the one place that makes its errors, and their form; and how a collective call tells all
 * ranks that one of them was refused ({@code Failures}). For the library's own modules.
 *
 * <p>Rooms that know a rank have theirs from {@code ThisRank.refusals()}. Three classes make errors of their own:
 * {@code Settings}, {@code GlobalPointer} and {@code Opcode} are values that rooms name, and may so name no room; they
 * know no rank. {@code SourceTest.refusalsAreMadeInOnePlace} lets no other class do so.
 *
 * <p>Knows {@link org.pgas.PgasException} and {@link org.pgas.ErrorCode} of the core, and nothing else of it: no job
 * and no team.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.refusal;
