import { texts } from './texts.ts'

/** The kinds of rides to choose from. */
export const categoryOptions = Object.entries(texts.categories).map(([value, label]) => ({ value, label }))
