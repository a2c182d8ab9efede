export { type LevelMotion, levelHz, levelMotion } from './level.ts'
export { type TravelMotion, travelMotion } from './travel.ts'
