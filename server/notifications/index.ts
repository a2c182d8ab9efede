export { LiveNotifications } from './live.ts'
export { wants } from './preferences.ts'
export { notificationRoutes } from './routes.ts'
export {
  forgetNotifications,
  listNotifications,
  type NewNotification,
  notify,
  takeBack,
  timeZoneOf,
} from './store.ts'
