export { rideAnswer } from './answer.ts'
export { gaugeDataOf } from './gauge-ride.ts'
export { keptRide } from './kept.ts'
