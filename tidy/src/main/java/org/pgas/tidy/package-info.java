/** Checks of the architecture over the classes of all modules, and of what is published. */
package org.pgas.tidy;
