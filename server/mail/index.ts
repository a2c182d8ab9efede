export { type MailSystem, mailModule } from './module.ts'
export { renderMail, renderNotice } from './render-mail.ts'
export { type MailType, preferenceOf } from './rules.ts'
export { type SendDeps, sendDue, sendNow } from './send-due.ts'
export {
  cancelMail,
  enqueueMail,
  enqueueMails,
  forgetMails,
  mailUploadReceived,
  type NewMail,
} from './store.ts'
export type { MailData } from './templates/data.ts'
export { mailExample } from './templates/index.ts'
export { readUnsubscribeToken } from './unsubscribe.ts'
