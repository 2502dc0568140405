/**
 * Heat spreading over a plate: the sequential model that a distributed solver must reproduce bit for bit, and the
 * picture of a field of temperatures.
 */
package org.pgas.examples.heat2d;
