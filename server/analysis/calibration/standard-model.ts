import { calibrationModel } from './model.ts'
import given from './scores.json' with { type: 'json' }

/** The built-in model, written by `npm run evaluate -- --fit`. */
export const standardModel = calibrationModel.parse(given)
