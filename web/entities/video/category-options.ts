import { texts } from './texts.ts'

/** The categories to choose from. */
export const categoryOptions = Object.entries(texts.categories).map(([value, label]) => ({ value, label }))
