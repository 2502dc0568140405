/** What pages of measurements are made of: machine, style sheet, charts, escaped text. */
package org.pgas.bench.page;
