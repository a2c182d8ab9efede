export { LiveNotifications } from './live.ts'
export { notificationsModule } from './module.ts'
export { notifyAdmins } from './notify-admins.ts'
export { wants } from './preferences.ts'
export {
  forgetNotifications,
  listNotifications,
  type NewNotification,
  notify,
  takeBack,
} from './store.ts'
export { zoneOf } from './viewer-zone.ts'
