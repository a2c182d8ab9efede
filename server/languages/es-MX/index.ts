import { accounting } from './accounting.ts'
import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { analysis } from './analysis.ts'
import { clips } from './clips.ts'
import { covers } from './covers.ts'
import { earnings } from './earnings.ts'
import { http } from './http.ts'
import { learning } from './learning.ts'
import { mail } from './mail.ts'
import { mails } from './mails.ts'
import { media } from './media.ts'
import { notifications } from './notifications.ts'
import { payouts } from './payouts.ts'
import { privacy } from './privacy.ts'
import { publishing } from './publishing.ts'
import { reels } from './reels.ts'
import { review } from './review.ts'
import { sharing } from './sharing.ts'
import { streaming } from './streaming.ts'
import { subscriptions } from './subscriptions.ts'
import { videos } from './videos.ts'

/** The server's sentences in Spanish, by slice. */
export const spanish = {
  accounting,
  accounts,
  admin,
  analysis,
  clips,
  covers,
  earnings,
  http,
  learning,
  mail,
  mails,
  media,
  notifications,
  payouts,
  privacy,
  publishing,
  reels,
  review,
  sharing,
  streaming,
  subscriptions,
  videos,
}
