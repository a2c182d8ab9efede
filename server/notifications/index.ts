export { LiveNotifications } from './live.ts'
export { notificationsModule } from './module.ts'
export { wants } from './preferences.ts'
export {
  forgetNotifications,
  listNotifications,
  notify,
  notifyAdmins,
  notifyStaff,
  takeBack,
} from './store.ts'
export { zoneOf } from './viewer-zone.ts'
