export { sharingModule } from './module.ts'
export { linkedVideo } from './opened.ts'
export { isOpen, ownerOfLink, pageOf } from './store.ts'
export { admitViewer } from './viewers.ts'
