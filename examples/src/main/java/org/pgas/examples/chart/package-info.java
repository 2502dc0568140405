/** Pictures for a terminal. */
package org.pgas.examples.chart;
