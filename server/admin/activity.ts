import type { AuditEntry, AuditFilter, AuditLine } from '#contract/audit.ts'
import { brand } from '#contract/brand.ts'
import { platformNames } from '#contract/publishing/constants.ts'
import { sentences as deeds } from '#sentences/deeds.ts'
import { sentences as named } from '#sentences/named.ts'
import { displayNames } from '#server/accounts/index.ts'
import { listEntries } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import {
  fromStored,
  type Language,
  type Sentence,
  type StoredText,
  type Text,
} from '#server/core/sentences.ts'
import { titlesOf } from '#server/videos/index.ts'

const idsOf = (entries: AuditEntry[], type: string) => [
  ...new Set(entries.filter(e => e.objectType === type).map(e => e.objectId)),
]

type Facts = Record<string, unknown>

const record = (value: unknown): Facts => (value && typeof value === 'object' ? (value as Facts) : {})
const platformOf = new Map<unknown, string>(Object.entries(platformNames))

/** Sentences that say no more than what was changed. */
const plain: Record<string, (values: { name: Text }) => Sentence> = {
  'video.approve': deeds.approvedVideo,
  'video.reject': deeds.rejectedVideo,
  'video.publish': deeds.publishedVideo,
  'video.hide': deeds.hidVideo,
  'video.unhide': deeds.showedVideo,
  'video.approve_highlight': deeds.approvedHighlight,
  'video.reject_highlight': deeds.rejectedHighlight,
  'video.approve_compilation': deeds.approvedReel,
  'video.thumbnail': deeds.choseThumbnail,
  'video.trim': deeds.trimmed,
  'video.metadata': deeds.editedTexts,
  'video.compilation': deeds.addedReel,
  'video.undo': deeds.undid,
  'video.cover': deeds.changedCover,
  'video.resubmit': deeds.sentAgain,
  'reel.create': deeds.madeReel,
  'reel.change': deeds.changedReel,
  'reel.render': deeds.renderedReel,
  'reel.cancel': deeds.canceledReel,
  'reel.delete': deeds.deletedReel,
  'reel.send': deeds.sentReel,
  'reel.approve': deeds.approvedMadeReel,
  'reel.reject': deeds.rejectedReel,
  'music.upload': deeds.uploadedMusic,
  'music.delete': deeds.deletedMusic,
  'music.allow': deeds.allowedMusic,
  'music.disallow': deeds.disallowedMusic,
  'share.take_down': deeds.tookDown,
  'share.keep': deeds.keptLink,
  'share.allow_again': deeds.letShare,
  'channel.settings': deeds.changedSettings,
  'channel.default': deeds.madeDefault,
  'channel.disconnect': deeds.disconnected,
  'publication.edit': deeds.editedPublication,
  'publication.cancel': deeds.canceledPublication,
  'publication.retry': deeds.retried,
  'publication.counts_accept': deeds.countsAccepted,
  'publication.counts_dismiss': deeds.countsDismissed,
  'publication.post_edit': deeds.editedPost,
  'publication.post_hide': deeds.hidPost,
  'publication.post_show': deeds.showedPost,
  'publication.post_delete': deeds.deletedPost,
  'user.suspend': deeds.suspended,
  'user.unsuspend': deeds.reinstated,
  'user.sign_in_method': deeds.addedMethod,
  'token.create': deeds.madeToken,
  'token.revoke': deeds.revokedToken,
  'webhook.create': deeds.addedWebhook,
  'webhook.delete': deeds.deletedWebhook,
  'second_factor.on': deeds.twoStepOn,
  'second_factor.off': deeds.twoStepOff,
  'payout.approve': deeds.approvedPayout,
  'payout.complete': deeds.notedPayout,
  'invoice.refund': deeds.refunded,
  'refund.resend': deeds.resentRefund,
  'month.close': deeds.closedMonth,
}

/** What else an entry knows. */
interface Known {
  name: Text
  was: Facts
  is: Facts
  language: Language
}

const roles: Record<string, (values: { name: Text }) => Sentence> = {
  admin: deeds.madeAdmin,
  moderator: deeds.madeModerator,
}

const others: Record<string, (known: Known) => Sentence> = {
  'video.status': ({ name, was, is }) =>
    deeds.changedStatus({ name, before: String(was.status), after: String(is.status) }),
  'channel.connect': ({ name, is }) => deeds.connectedChannel({ name: is.name ? String(is.name) : name }),
  'publication.schedule': ({ name, is }) =>
    deeds.scheduled({
      name: is.content ? fromStored(is.content as StoredText) : name,
      platform: platformOf.get(is.platform) ?? String(is.platform),
    }),
  'publication.retry_failed': ({ is }) => deeds.retriedFailed({ count: Number(is.retried) }),
  'publishing.pause': ({ is }) => (is.paused ? deeds.paused : deeds.resumed),
  'user.role': ({ name, is }) => (roles[String(is.role)] ?? deeds.madeRider)({ name }),
  'score_weights.use': ({ is }) =>
    is.version === 0 ? deeds.builtInWeights : deeds.usedWeights({ version: Number(is.version) }),
  'digest.send': ({ name, is }) => deeds.sentDigest({ name: is.sentTo ? String(is.sentTo) : name }),
  'payout.hold': ({ name, is }) => deeds.heldPayout({ name, reason: String(is.reason) }),
  'payout.limits': () => deeds.changedLimits,
  'dispute.file': ({ name }) => deeds.sentEvidenceFile({ name }),
  'dispute.draft': ({ name }) => deeds.savedEvidence({ name }),
  'dispute.submit': ({ name }) => deeds.submittedEvidence({ name }),
  'payout.budget': ({ is }) => (is.perMonth === null ? deeds.endedBudget : deeds.changedBudget),
  'income.enter': ({ is }) =>
    (is.amount === null ? deeds.tookBackIncome : deeds.enteredIncome)({
      platform: platformOf.get(is.platform) ?? String(is.platform),
      month: String(is.month),
    }),
  'balance.write_off': ({ name }) => deeds.wroteOff({ name }),
  'balance.set_off': ({ name }) => deeds.setOff({ name }),
  'correction.propose': ({ name, is }) => deeds.proposed({ name: is.month ? String(is.month) : name }),
  'user.delete': () => deeds.deletedAccount,
  'score_weights.dismiss': () => deeds.dismissedWeights,
  'correction.post': () => deeds.agreed,
  'correction.reject': () => deeds.rejectedCorrection,
}

/**
 * An entry of the audit log in a language, after the name of the person who did it. An action without its own sentence
 * is shown by its name.
 * @param name the object's: see `names`
 */
export function deedText(
  { action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  name: Text,
  language: Language,
): string {
  const known = { name, was: record(before), is: record(after), language }
  const sentence =
    plain[action]?.({ name }) ??
    others[action]?.(known) ??
    deeds.other({ action: action.replace(/[._]/g, ' '), name })
  return sentence.in(language)
}

/** What staff did, newest first, each entry with a sentence in a language. @param before only entries older than this id */
export async function activity(
  db: Queryable,
  filter: AuditFilter,
  page: { before?: number | undefined; limit: number },
  language: Language,
): Promise<AuditLine[]> {
  const entries = await listEntries(db, filter, page)
  const actors = entries.flatMap(e => e.actorId ?? [])
  const [names, titles] = await Promise.all([
    displayNames(db, [...new Set([...actors, ...idsOf(entries, 'user')])]),
    titlesOf(db, idsOf(entries, 'video')),
  ])
  const nameOf = ({ objectType: type, objectId }: AuditEntry): Text => {
    if (type === 'user') return names.get(objectId) ?? named.someone
    if (type === 'month') return objectId
    const title = titles.get(objectId)
    if (title !== undefined) return named.video({ title })
    const id = objectId.slice(0, 8)
    // Its sentence says that it is a video, and it is deleted.
    return type === 'video' ? id : named.thing({ type: type.replaceAll('_', ' '), id })
  }
  return entries.map(e => ({
    ...e,
    by: e.actorId ? (names.get(e.actorId) ?? named.someoneDid.in(language)) : brand,
    text: deedText(e, nameOf(e), language),
  }))
}
