/**
 * Programs to read and to run, numbered in the order in which they are best read; {@code pgas run} knows them by name.
 */
package org.pgas.examples;
