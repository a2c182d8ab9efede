/** The product's name, as used in all texts. */
export const brand = 'Trailcut'
