/** What is measured, by programs of several ranks. */
package org.pgas.bench.rows;
