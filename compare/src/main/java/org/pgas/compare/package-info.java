/** The comparison of the library with others: starts each in turns, gathers what they print, writes the table and the page. */
package org.pgas.compare;
