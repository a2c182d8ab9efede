export { levelHz, levelMotion } from './level.ts'
export { type TravelMotion, travelMotion } from './travel.ts'
