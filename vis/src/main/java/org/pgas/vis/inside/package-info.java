/**
 * What the library's other modules may know of shapes: their regions and the plans of copies between them. Nothing here
 * knows a transfer, a team or an address. Tests: {@code ShapeTest}, {@code SideOverlapTest}; {@code TypedCopyTest} and
 * {@code MappedUpdatesTest} of the module that uses it.
 *
 * <p>Not part of the API: exported to the library's own modules.
 */
package org.pgas.vis.inside;
