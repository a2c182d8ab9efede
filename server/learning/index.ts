export { deleteLabelsOf } from './label-store.ts'
export { learningModule } from './module.ts'
export { noteVerdict, type Said } from './note-verdict.ts'
