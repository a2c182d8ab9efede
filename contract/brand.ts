/** The product's name wherever a text says "the product". */
export const brand = 'Trailcut'
