/** Checks of the architecture over the classes of all modules. */
package org.pgas.tidy;
