export { currentLabels, deleteLabelsOf, isRight, type Label } from './labels.ts'
export { learningModule } from './module.ts'
export { noteVerdict, type VerdictInput } from './note-verdict.ts'
export { modelInUse } from './weights-in-use.ts'
