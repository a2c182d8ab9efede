import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { advice } from './advice.ts'
import { analysis } from './analysis.ts'
import { chapters } from './chapters.ts'
import { clips } from './clips.ts'
import { covers } from './covers.ts'
import { deeds, named } from './deeds.ts'
import { http } from './http.ts'
import { learning } from './learning.ts'
import { mail } from './mail.ts'
import { mails } from './mails.ts'
import { evidence, measured } from './measured.ts'
import { media } from './media.ts'
import { accounting } from './money/accounting.ts'
import { chart } from './money/chart.ts'
import { earnings } from './money/earnings.ts'
import { ledger } from './money/ledger.ts'
import { payouts } from './money/payouts.ts'
import { statement } from './money/statement.ts'
import { subscriptions } from './money/subscriptions.ts'
import { music } from './music.ts'
import { notifications } from './notifications.ts'
import { privacy } from './privacy.ts'
import { held } from './publishing/held.ts'
import { history } from './publishing/history.ts'
import { counting, planning } from './publishing/planning.ts'
import { platforms } from './publishing/platforms.ts'
import { publishing } from './publishing/publishing.ts'
import { reels } from './reels.ts'
import { review } from './review.ts'
import { sharing } from './sharing.ts'
import { streaming } from './streaming.ts'
import { telemetry } from './telemetry.ts'
import { videos } from './videos.ts'

/** The server's sentences in Spanish, by slice. */
export const spanish = {
  accounting,
  accounts,
  admin,
  advice,
  analysis,
  chapters,
  chart,
  clips,
  counting,
  covers,
  deeds,
  earnings,
  evidence,
  held,
  history,
  http,
  learning,
  ledger,
  mail,
  mails,
  measured,
  media,
  music,
  named,
  notifications,
  payouts,
  planning,
  platforms,
  privacy,
  publishing,
  reels,
  review,
  sharing,
  statement,
  streaming,
  subscriptions,
  telemetry,
  videos,
}
