export { classOf } from './factors.ts'
export { annotatedVideos, type Entry, filmOf } from './films.ts'
export { writeSigns } from './fits/fit-signs.ts'
export { measureOthers } from './fits/sign-tables.ts'
export { writeFit } from './fits/write-fit.ts'
export { inputOf, judgeVideo, methods, type VideoJudgement } from './judge.ts'
export { leaveOut, leaveOutTable, sampleRides } from './leave-out.ts'
export { measure } from './measure.ts'
export { calibrationTable, factorTable, type Group, lostByKnowing, tableOf, typesOf } from './report.ts'
export { reviewReport, reviewTables } from './reviews.ts'
export {
  type EvaluationRide,
  evaluationFilm,
  heldOutRides,
  tuningRides,
  wideHeldOutRides,
  wideTuningRides,
} from './rides.ts'
export { measureStability, type Stability, steadySeconds } from './stable.ts'
export { readTruth } from './truth-file.ts'
