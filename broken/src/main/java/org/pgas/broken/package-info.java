/**
 * Broken copies: one critical line of one class is broken when a JVM loads it, and tests that must notice are run. Not
 * published.
 *
 * <p>Here live the command ({@code broken/broken.sh}), the list of breaks ({@code breaks.txt}), the results and the
 * page that is made of them, broken/README.md. {@code change} knows what a break does to a class, {@code trial} runs
 * tests. A {@code Break} names the text of the line of the source that it breaks, so that the list cannot rot: {@code
 * BreakTest} makes every one of them on the classes of the build.
 */
package org.pgas.broken;
