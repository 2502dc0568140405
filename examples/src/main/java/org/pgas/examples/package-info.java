/** Numbered example programs. */
package org.pgas.examples;
