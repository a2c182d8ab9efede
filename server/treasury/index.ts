export { type Movement, postMovement } from './movements.ts'
