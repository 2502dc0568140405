/** UPC shared arrays and its memory copy library: asynchronous, indexed, strided. */
package org.pgas.upc;
