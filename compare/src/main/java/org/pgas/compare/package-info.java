/**
 * The comparison of the library with others: starts each in turns, gathers what they print, writes the table and the
 * page. Not published.
 *
 * <p>{@code Session} measures in turns, {@code Report} judges, {@code Balance}, {@code MarkdownTable} and
 * {@code ComparisonPage} show, {@code Publication} keeps a page for each kind of processor, {@code Guard} holds ratios
 * against bands. {@code Scope} says what differs between ranks on one host and ranks on two: rows, pages, reasons, and
 * the floor. {@link org.pgas.compare.programs} prepares and starts each kind of program, on one host or on the two of a
 * {@link org.pgas.compare.programs.Network}; {@link org.pgas.compare.peers} are those for other Java libraries, {@code
 * src/main/c} those in C.
 * {@link org.pgas.compare.scaling} is the model of docs/SCALING.md.
 */
package org.pgas.compare;
