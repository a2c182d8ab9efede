export { bringMissed, bringSource } from './bring.ts'
export { compareWithStripe, type Difference, describeDifference, firstComparable } from './compare.ts'
export { type Movement, postMovement } from './movements.ts'
