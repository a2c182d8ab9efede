import { sentences } from '#sentences/mail.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Sentence } from '#server/core/sentences.ts'
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
import { unsubscribeUrl } from './unsubscribe.ts'

export type SendDeps = Pick<Deps, 'db' | 'clock' | 'mailer' | 'secrets' | 'publicUrl' | 'log'> & {
  /** whether the person wants this kind of mail */
  wants(db: Queryable, userId: string, type: MailType, channel: 'mail'): Promise<boolean>
  /** the cover of a video as a small JPEG; null while it has none */
  coverOf(videoId: string): Promise<Buffer | null>
}

type Outcome = 'sent' | 'skipped' | 'failed' | 'later' | 'unreachable'

/** A mail as it is sent: for several rows, the id is that of the first. */
interface Sending extends DueMail {
  ids: string[]
}

/** Why a mail is not sent; null when it is. */
async function reasonToSkip(deps: SendDeps, mail: DueMail): Promise<string | null> {
  if (mail.deleted) return 'the account was deleted'
  // Anyone can type another person's address, so unverified ones only get a mail without the uploader's
  // words.
  if (!mail.proved && mail.template !== 'upload_received') return "the address isn't verified"
  if (mail.refused) return `the mail server refused the address: ${mail.refused}`
  const preference = preferenceOf(mail.template)
  if (preference && !(await deps.wants(deps.db, mail.userId, preference, 'mail'))) return 'not wanted'
  return null
}

async function send(deps: SendDeps, mail: DueMail): Promise<void> {
  const preference = preferenceOf(mail.template)
  const url = preference && unsubscribeUrl(deps, mail.userId, preference)
  const { subject, html, text, picture } = await renderMail({
    template: mail.template,
    data: mail.data,
    name: mail.name,
    reader: mail.reader,
    publicUrl: deps.publicUrl,
    unsubscribeUrl: url,
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
async function gather(deps: SendDeps, mail: DueMail): Promise<Sending | null> {
  if (mail.videoId === null || !sessionTemplates.includes(mail.template)) return { ...mail, ids: [mail.id] }
  const { db } = deps
  const now = deps.clock.now()
  // Only who hears about analyses waits for them.
  const analyses = await deps.wants(db, mail.userId, 'ai_completed', 'mail')
  const last = mail.createdAt.getTime() + sessionHoldsMs
  const since = new Date(now.getTime() - sessionHoldsMs)
  if (now.getTime() < last && (await sessionRuns(db, { userId: mail.userId, since, analyses }))) {
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

async function attempt(deps: SendDeps, due: DueMail): Promise<Outcome> {
  const { db, clock, log } = deps
  const skip = await reasonToSkip(deps, due)
  if (skip) {
    await markSkipped(db, [due.id], skip)
    return 'skipped'
  }
  const mail = await gather(deps, due)
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
export async function sendNow(deps: SendDeps, eventKey: string): Promise<Sentence | null> {
  const mail = await claimDue(deps.db, deps.clock.now(), eventKey)
  if (!mail) return sentences.alreadySent
  const skip = await reasonToSkip(deps, mail)
  if (skip) {
    await markCancelled(deps.db, [mail.id], skip)
    return sentences.notSent({ reason: skip })
  }
  try {
    await send(deps, mail)
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
