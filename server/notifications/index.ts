export { notificationRoutes } from './routes.ts'
export { type NewNotification, notify } from './store.ts'
