import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import { mailPreferences, timeZoneAnswer, timeZoneBody } from '../mail.ts'
import { notification, notificationPreferences } from '../notifications.ts'
import { opaque } from '../text.ts'
import { endpoint, idParams } from './endpoint.ts'

export const notificationEndpoints = {
  notifications: endpoint({
    permission: 'notification:own',
    summary: 'List your notifications, newest first',
    answer: z.array(notification),
  }),
  notificationRead: endpoint({
    permission: 'notification:own',
    summary: 'Mark a notification as read',
    params: idParams,
    answer: okAnswer,
  }),
  notificationsReadAll: endpoint({
    permission: 'notification:own',
    summary: 'Mark all notifications as read',
    answer: okAnswer,
  }),
  notificationPreferences: endpoint({
    permission: 'notification:own',
    summary: 'Which notifications you get',
    answer: notificationPreferences,
  }),
  setNotificationPreferences: endpoint({
    permission: 'notification:own',
    summary: 'Choose which notifications you get',
    body: notificationPreferences,
    answer: notificationPreferences,
  }),
  notificationStream: endpoint({
    permission: 'notification:own',
    summary: 'Live events: new notifications and changed videos',
    produces: 'text/event-stream',
  }),
  mailPreferences: endpoint({
    permission: 'notification:own',
    summary: 'Which emails you get besides those for notifications',
    answer: mailPreferences,
  }),
  setMailPreferences: endpoint({
    permission: 'notification:own',
    summary: 'Choose which emails you get',
    body: mailPreferences,
    answer: mailPreferences,
  }),
  timeZone: endpoint({
    permission: 'notification:own',
    summary: 'The time zone in which the weekly email arrives on Monday morning',
    answer: timeZoneAnswer,
  }),
  setTimeZone: endpoint({
    permission: 'notification:own',
    summary: 'Set the time zone, an IANA name',
    body: timeZoneBody,
    answer: timeZoneAnswer,
  }),
  unsubscribe: endpoint({
    permission: 'signed',
    summary: 'A page that asks before it unsubscribes',
    params: z.object({ token: opaque(300) }),
    hidden: true,
  }),
  confirmUnsubscribe: endpoint({
    permission: 'signed',
    summary: 'Unsubscribe from one kind of email (RFC 8058)',
    params: z.object({ token: opaque(300) }),
    hidden: true,
  }),
}
