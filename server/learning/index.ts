export { deleteLabelsOf } from './label-store.ts'
export { currentLabels, isRight, type Label } from './labels.ts'
export { learningModule } from './module.ts'
export { noteVerdict, type Said } from './note-verdict.ts'
