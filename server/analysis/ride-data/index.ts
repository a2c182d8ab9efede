export { rideAnswer } from './answer.ts'
export { gaugeDataOf } from './gauge-ride.ts'
export { measureRide, type StoredRide } from './measure.ts'
export { measureMinutes, minutesOf, type RideMinute } from './minutes.ts'
