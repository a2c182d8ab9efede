/** In the order of their keys, 1 to 4. */
export const tabNames = ['highlights', 'metadata', 'thumbnails', 'compilations'] as const
export type TabName = (typeof tabNames)[number]
