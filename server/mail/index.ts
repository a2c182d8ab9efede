export { type MailSystem, mailModule } from './module.ts'
export { renderMail, renderNotice } from './render-mail.ts'
export { preferenceOf } from './rules.ts'
export { type MailToFollower, type SendDeps, sendDue, sendNow, type ToldFollower } from './send-due.ts'
export {
  cancelMail,
  enqueueFollowerMails,
  enqueueMail,
  enqueueMails,
  forgetMails,
  mailUploadReceived,
  type NewMail,
} from './store.ts'
export type { MailData } from './templates/data.ts'
export { mailExample } from './templates/index.ts'
export { readUnsubscribeToken } from './unsubscribe.ts'
