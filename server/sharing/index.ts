export { sharingModule } from './module.ts'
export { linkedVideo } from './opened.ts'
export { admitViewer } from './viewers.ts'
