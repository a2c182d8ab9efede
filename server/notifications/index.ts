export { LiveNotifications } from './live.ts'
export { notificationRoutes } from './routes.ts'
export { forgetNotifications, listNotifications, type NewNotification, notify } from './store.ts'
