export { rideAnswer } from './answer.ts'
export { measureRide, type StoredRide } from './measure.ts'
