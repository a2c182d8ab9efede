import type { FollowerTemplate } from '#contract/mail.ts'
import { sentences } from '#sentences/mail.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Sentence, Wording } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { renderMail } from './render-mail.ts'
import {
  claimHoldsMs,
  failureOf,
  type MailType,
  preferenceOf,
  refusedForMs,
  retryAt,
  type SmtpError,
  sessionHoldsMs,
  sessionLookMs,
  sessionTemplates,
} from './rules.ts'
import {
  claimDue,
  type DueMail,
  joinWaiting,
  markCancelled,
  markFailed,
  markForLater,
  markSent,
  markSkipped,
  postpone,
  refuseAddress,
  releaseClaims,
  type SessionMail,
  sessionRuns,
} from './store.ts'
import type { MailData } from './templates/data.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

export type SendDeps = Pick<Deps, 'db' | 'clock' | 'mailer' | 'secrets' | 'publicUrl' | 'log'> & {
  /** whether the person wants this kind of mail */
  wants(db: Queryable, userId: string, type: MailType, channel: 'mail'): Promise<boolean>
  /** the cover of a video as a small JPEG; null while it has none */
  coverOf(videoId: string): Promise<Buffer | null>
  /** what a mail to a follower says at the moment; null when there is nothing to tell them any more */
  toFollower(mail: MailToFollower): Promise<ToldFollower | null>
}

/** A mail to a follower as it was queued. @property data for the one who queued it */
export type MailToFollower = Pick<DueMail, 'template' | 'data' | 'createdAt'> & {
  followId: string
  wording: Wording
}

/** What it says, in the shape of its template. @property unsubscribeUrl ends it; null: nothing to end yet */
export interface ToldFollower {
  data: MailData[FollowerTemplate]
  unsubscribeUrl: string | null
}

/** What a mail to an account needs. */
type AccountDeps = Omit<SendDeps, 'toFollower'>

type Outcome = 'sent' | 'skipped' | 'failed' | 'later' | 'unreachable'

/** A mail as it is sent: for several rows, the id is that of the first. */
interface Sending extends DueMail {
  ids: string[]
  unsubscribeUrl: string | null
}

/** Why a mail is not sent; null when it is. */
async function reasonToSkip(deps: AccountDeps, mail: DueMail): Promise<string | null> {
  if (mail.deleted) return 'the account was deleted'
  // Anyone can type another person's address, so unverified ones only get a mail without the uploader's
  // words.
  if (mail.userId !== null && !mail.proved && mail.template !== 'upload_received')
    return "the address isn't verified"
  if (mail.refused) return `the mail server refused the address: ${mail.refused}`
  const preference = preferenceOf(mail.template)
  if (mail.userId !== null && preference && !(await deps.wants(deps.db, mail.userId, preference, 'mail')))
    return 'not wanted'
  return null
}

const unsubscribeUrlOf = (deps: AccountDeps, { userId, template }: DueMail): string | null => {
  const preference = preferenceOf(template)
  return userId !== null && preference ? unsubscribeUrl(deps, userId, preference) : null
}

async function send(deps: AccountDeps, mail: Omit<Sending, 'ids'>): Promise<void> {
  const { unsubscribeUrl: url } = mail
  const { subject, html, text, picture } = await renderMail({
    template: mail.template,
    data: mail.data,
    name: mail.name,
    reader: mail.reader,
    publicUrl: deps.publicUrl,
    unsubscribeUrl: url,
    toFollower: mail.followId !== null,
    pictureOf: videoId =>
      deps.coverOf(videoId).catch(error => {
        deps.log.warn({ err: error, videoId }, 'a mail goes out without its picture')
        return null
      }),
  })
  await deps.mailer.send({
    to: mail.address,
    subject,
    html,
    text,
    picture,
    // The same for every attempt, so that after a lost answer a second copy can be distinguished from a second mail.
    messageId: `<${mail.id}@${new URL(deps.publicUrl).hostname}>`,
    headers: {
      ...(url
        ? {
            'List-Unsubscribe': `<${url}>`,
            // One click without a page (RFC 8058).
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
      'Auto-Submitted': 'auto-generated',
    },
  })
}

/**
 * All mails of an upload session as one, with the titles of now; null while the session goes on (then the mail
 * is postponed) and when nothing is left to say.
 */
async function gather(deps: AccountDeps, due: DueMail): Promise<Sending | null> {
  const { userId } = due
  const mail = { ...due, unsubscribeUrl: unsubscribeUrlOf(deps, due) }
  if (userId === null || mail.videoId === null || !sessionTemplates.includes(mail.template))
    return { ...mail, ids: [mail.id] }
  const { db } = deps
  const now = deps.clock.now()
  // Only who hears about analyses waits for them.
  const analyses = await deps.wants(db, userId, 'ai_completed', 'mail')
  const last = mail.createdAt.getTime() + sessionHoldsMs
  const since = new Date(now.getTime() - sessionHoldsMs)
  if (now.getTime() < last && (await sessionRuns(db, { userId, since, analyses }))) {
    await postpone(db, mail, new Date(Math.min(last, now.getTime() + sessionLookMs)))
    return null
  }
  const all = await joinWaiting(db, mail, now)
  // What is known about a file's analysis or failure is said by the mail about that.
  const outdated = ({ status, aiStatus }: SessionMail) =>
    status === 'failed' || (analyses && (aiStatus === 'completed' || aiStatus === 'failed'))
  const stale = mail.template === 'upload_received' ? all.filter(outdated) : []
  if (stale.length > 0)
    await markSkipped(
      db,
      stale.map(({ id }) => id),
      'outdated',
    )
  const [first, ...others] = all.filter(one => !stale.includes(one))
  if (!first) return null
  const ids = [first, ...others].map(({ id }) => id)
  // The newest analysis of each video counts.
  const clips = [
    ...new Map([first, ...others].map(({ data, title }) => [data.videoId, { ...data, title }])).values(),
  ]
  return { ...mail, id: first.id, ids, data: clips.length === 1 ? clips[0] : { clips } }
}

/** A mail to a follower with what it says now; null when there is nothing to say any more. */
async function forFollower(deps: SendDeps, mail: DueMail, followId: string): Promise<Sending | null> {
  const { template, data, createdAt, reader } = mail
  const told = await deps.toFollower({ followId, template, data, createdAt, wording: reader })
  if (told) return { ...mail, ...told, ids: [mail.id] }
  await markSkipped(deps.db, [mail.id], 'nothing to tell a follower any more')
  return null
}

async function attempt(deps: SendDeps, due: DueMail): Promise<Outcome> {
  const { db, clock, log } = deps
  const skip = await reasonToSkip(deps, due)
  if (skip) {
    await markSkipped(db, [due.id], skip)
    return 'skipped'
  }
  const mail = due.followId === null ? await gather(deps, due) : await forFollower(deps, due, due.followId)
  if (!mail) return 'skipped'
  try {
    await send(deps, mail)
  } catch (error) {
    const why = (error as Error).message.slice(0, 500)
    const failure = failureOf(error as SmtpError)
    const now = clock.now()
    if (failure === 'address') {
      log.info({ mailId: mail.id }, 'an address was refused for good')
      await refuseAddress(db, mail.address, why, new Date(now.getTime() + refusedForMs))
      await markFailed(db, mail.ids, why)
      return 'failed'
    }
    const again = retryAt(mail.attempts, mail.createdAt, now)
    log.warn({ err: error, mailId: mail.id, again }, 'a mail was not taken')
    if (!again) {
      await markFailed(db, mail.ids, why)
      return 'failed'
    }
    await markForLater(db, mail.ids, again, why)
    return failure
  }
  await markSent(db, mail.ids, clock.now())
  return 'sent'
}

/**
 * Sends due mails one after another; several callers share the work. Ends when nothing is due, and at once
 * when no mail server is reachable, so that an hour's outage costs a few attempts and not thousands.
 * @returns how many mails were sent
 */
export async function sendDue(deps: SendDeps): Promise<number> {
  const now = deps.clock.now()
  await releaseClaims(deps.db, new Date(now.getTime() - claimHoldsMs), now)
  let sent = 0
  while (true) {
    const mail = await claimDue(deps.db, deps.clock.now())
    if (!mail) return sent
    const outcome = await attempt(deps, mail)
    if (outcome === 'sent') sent++
    if (outcome === 'unreachable') return sent
  }
}

/**
 * Sends one mail now, for a person waiting for the result. If it can't be sent, it is withdrawn.
 * @returns null when it was sent, otherwise why not, as a sentence
 */
export async function sendNow(deps: AccountDeps, eventKey: string): Promise<Sentence | null> {
  const mail = await claimDue(deps.db, deps.clock.now(), eventKey)
  if (!mail) return sentences.alreadySent
  const skip = await reasonToSkip(deps, mail)
  if (skip) {
    await markCancelled(deps.db, [mail.id], skip)
    return sentences.notSent({ reason: skip })
  }
  try {
    await send(deps, { ...mail, unsubscribeUrl: unsubscribeUrlOf(deps, mail) })
  } catch (error) {
    deps.log.warn({ err: error, mailId: mail.id }, 'a mail was not taken')
    await markCancelled(deps.db, [mail.id], (error as Error).message.slice(0, 500))
    return sentences.serverRefused
  }
  await markSent(deps.db, [mail.id], deps.clock.now())
  return null
}

const lookEveryMs = 2000
/** A mail server that is slow with one mail must not delay the others. */
const atOnce = 5
const quitTimeoutMs = 3000

/** Sends due mails as long as the server runs. */
export class MailSender {
  readonly #deps: SendDeps
  readonly #going = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: SendDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
  }

  #look(): void {
    if (this.#going.size >= atOnce) return
    const work = sendDue(this.#deps)
      .then(() => undefined)
      .catch(error => this.#deps.log.error({ err: error }, 'mails could not be sent'))
      .finally(() => this.#going.delete(work))
    this.#going.add(work)
  }

  /** Ends soon: the next process looks at a mail that is still being sent. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    let impatience: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      impatience = setTimeout(resolve, quitTimeoutMs)
    })
    await Promise.race([Promise.all(this.#going), late])
    clearTimeout(impatience)
  }
}
