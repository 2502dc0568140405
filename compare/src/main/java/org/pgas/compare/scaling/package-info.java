/**
 * A model of the library's protocols on hosts with more cores than the one at hand: which cache lines each rank writes
 * and waits for, and what that takes when every transfer of a line has a price. docs/SCALING.md has what it says.
 */
package org.pgas.compare.scaling;
