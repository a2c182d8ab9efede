import type { AuditEntry } from '#contract/audit.ts'
import { zonedTime } from '#server/platform/time-zone.ts'

const record = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' ? (value as Record<string, unknown>) : {}

/**
 * A log entry as a sentence, after the name of the person who did it.
 * @param name the object's name: a video's title in quotes, a person's name
 */
export function deedText(
  { action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  name: string,
): string {
  const [was, is] = [record(before), record(after)]
  const deeds: Record<string, string> = {
    'video.approve': `approved the video ${name}`,
    'video.reject': `rejected the video ${name}`,
    'video.publish': `published the video ${name}`,
    'video.status': `changed the status of ${name} from ${was.status} to ${is.status}`,
    'video.hide': `hid the video ${name}`,
    'video.unhide': `showed the video ${name} again`,
    'video.approve_highlight': `approved a highlight of ${name}`,
    'video.reject_highlight': `rejected a highlight of ${name}`,
    'video.approve_compilation': `approved a compilation of ${name}`,
    'video.thumbnail': `chose a thumbnail for ${name}`,
    'video.trim': `trimmed a highlight of ${name}`,
    'video.metadata': `edited the texts of ${name}`,
    'video.compilation': `added a compilation to ${name}`,
    'video.undo': `undid a decision about ${name}`,
    'video.cover': `changed the cover of the video ${name}`,
    'video.resubmit': `sent the video ${name} again`,
    'share.take_down': `took down the share link of ${name}`,
    'share.keep': `kept the share link of ${name} after a report`,
    'share.allow_again': `let the rider share ${name} again`,
    'user.role': `made ${name} ${is.role === 'admin' ? 'an admin' : is.role === 'moderator' ? 'a moderator' : 'a rider'}`,
    'user.suspend': `suspended the account of ${name}`,
    'user.unsuspend': `reinstated ${name}`,
    'user.delete': 'deleted their account',
    'user.sign_in_method': `added a way to sign in to the account of ${name}`,
    'second_factor.on': `turned on two-step verification for ${name}`,
    'second_factor.off': `turned off two-step verification for ${name}`,
    'score_weights.use':
      is.version === 0 ? 'went back to the built-in score weights' : `put score weights ${is.version} to use`,
    'score_weights.dismiss': 'dismissed proposed score weights',
    'digest.send': `sent the weekly digest to ${is.sentTo ?? name}`,
    'payout.approve': `approved ${name}`,
    'payout.hold': `held ${name}: ${is.reason}`,
    'payout.complete': `noted that ${name} was sent by hand`,
    'invoice.refund': `refunded ${name}`,
    'month.close': `closed the month ${name}`,
    'correction.propose': `proposed a correction of ${is.month ?? name}`,
    'correction.post': 'agreed to a correction of a closed month',
    'correction.reject': 'rejected a correction of a closed month',
    'channel.connect': `connected the channel ${is.name ?? name}`,
    'channel.settings': `changed the settings of ${name}`,
    'channel.default': `made ${name} the default channel`,
    'channel.disconnect': `disconnected ${name}`,
    'publication.schedule': `scheduled ${is.content ?? name} for ${is.platform}`,
    'publication.edit': `edited ${name}`,
    'publication.cancel': `canceled ${name}`,
    'publication.retry': `retried ${name}`,
    'publication.retry_failed': `retried ${is.retried} failed publications`,
    'publication.counts_accept': `accepted the counts that were on hold for ${name}`,
    'publication.counts_dismiss': `dismissed the counts that were on hold for ${name}`,
    'publication.post_edit': `edited the post of ${name}`,
    'publication.post_hide': `made the post of ${name} private`,
    'publication.post_show': `made the post of ${name} public`,
    'publication.post_delete': `deleted the post of ${name}`,
    'publishing.pause': is.paused ? 'paused publishing' : 'resumed publishing',
  }
  return deeds[action] ?? `${action.replace(/[._]/g, ' ')}: ${name}`
}

const hourOfDigest = 9

/**
 * The week whose digest is due in a zone now, as the date of its Monday there: from nine on Monday to the end
 * of Tuesday, so that a server that was down on Monday still sends it. Null at other times. A week is
 * identified by the date and not by an instant, so that clock changes don't create another week.
 */
export function digestWeek(now: Date, timeZone: string): string | null {
  const local = zonedTime(now, timeZone)
  const due = (local.dayOfWeek === 1 && local.hour >= hourOfDigest) || local.dayOfWeek === 2
  return due
    ? local
        .toPlainDate()
        .subtract({ days: local.dayOfWeek - 1 })
        .toString()
    : null
}
