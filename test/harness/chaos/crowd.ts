import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { Payout } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import type { Platform } from '#contract/publishing/publications.ts'
import type { aiStatusAnswer, streamStatusAnswer, uploadUrlAnswer } from '#contract/videos.ts'
import { isPassing } from '#server/core/db/database.ts'
import { openStripe } from '#server/core/stripe.ts'
import { recordViews } from '#server/earnings/index.ts'
import { ApiClient } from '../../../scripts/lib/api-client.ts'
import { createTus, postForm, sha256, tusHeaders } from '../../security/files/upload-support.ts'
import { sampleOf } from '../money.ts'
import { adminEmail, type ChaosCluster } from './cluster.ts'

const retryMs = 300
const chunkBytes = 4 * 1024 * 1024

/** One answer that a person got; status 0: none. */
export interface Answered {
  at: number
  status: number
  what: string
  /** the body of a 5xx, which names its cause */
  body?: string
}

/** A person with an address of their own, whose every answer is noted. */
export class Person extends ApiClient {
  readonly email: string
  readonly #from: string
  readonly #note: (answer: Answered) => void

  constructor(base: string, email: string, note: (answer: Answered) => void, number: number) {
    super(base)
    this.email = email
    this.#note = note
    this.#from = `10.1.${number >> 8}.${number & 255}`
  }

  override async call(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', this.#from)
    const what = `${init.method ?? 'GET'} ${address.replace(/[\w-]{30,}/g, '…')}`
    try {
      const answer = await super.call(address, { ...init, headers, signal: AbortSignal.timeout(60_000) })
      const body = answer.status >= 500 ? { body: await answer.clone().text() } : {}
      this.#note({ at: Date.now(), status: answer.status, what, ...body })
      return answer
    } catch (error) {
      this.#note({ at: Date.now(), status: 0, what })
      throw error
    }
  }
}

/** Tries until it works, as people and their programs do. @param work undefined: not yet */
export async function insist<T>(work: () => Promise<T | undefined>, seconds = 300): Promise<T> {
  const end = Date.now() + seconds * 1000
  let last: unknown
  while (Date.now() < end) {
    try {
      const result = await work()
      if (result !== undefined) return result
    } catch (error) {
      last = error
    }
    await pause(retryMs)
  }
  throw new Error(`Not done within ${seconds} s: ${work.toString().slice(0, 200)}`, { cause: last })
}

/** The answer of a request that worked. */
async function ok(asked: Promise<Response>): Promise<Response | undefined> {
  const answer = await asked
  if (answer.ok) return answer
  await answer.body?.cancel()
  return undefined
}

/** A statement of ours, again if the database was away. */
const onDatabase = <T>(work: () => Promise<T>) =>
  insist(async () => {
    try {
      return { done: await work() }
    } catch (error) {
      if (isPassing(error) || /ECONNREFUSED|ECONNRESET/.test(String(error))) return undefined
      throw error
    }
  }).then(({ done }) => done)

/** Signs up; the sign-in link that is mailed at once confirms the address, and makes the admin one. */
export async function join(cluster: ChaosCluster, person: Person): Promise<void> {
  const { email } = person
  const body = JSON.stringify({ email, displayName: email.split('@')[0] })
  const headers = { 'content-type': 'application/json' }
  await insist(() => ok(person.call(api.simpleSignup, { method: 'POST', body, headers })))
  const link = await insist(async () => {
    const mails = await cluster.vendors.mails.list({ to: email })
    return mails.flatMap(mail => mail.links).find(address => address.includes('/api/auth/link'))
  })
  const token = new URL(link).searchParams.get('token') ?? ''
  await insist(async () => {
    await person.call(api.mailedLink, { method: 'POST', body: new URLSearchParams({ token, email }) })
    const user = await person.json<{ emailVerified?: boolean }>(api.user)
    return user.emailVerified === false ? undefined : user
  })
}

export interface Sent {
  videoId: string
  owner: Person
  sha256: string
  by: 'tus' | 'form'
}

/** A small ride with a box behind it that holds nothing, so that no two files are the same. */
export async function fileFrom(clip: string, padding: number): Promise<Buffer> {
  const box = Buffer.concat([Buffer.alloc(8), randomBytes(padding)])
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4, 'latin1')
  return Buffer.concat([await readFile(clip), box])
}

async function sendByTus(person: Person, uploadUrl: string, bytes: Buffer): Promise<void> {
  await insist(async () => {
    const head = await person.call(uploadUrl, { method: 'HEAD', headers: tusHeaders() })
    if (head.status === 404) await createTus(person, uploadUrl, bytes.length)
    if (!head.ok) return undefined
    const from = Number(head.headers.get('upload-offset'))
    if (from === bytes.length) return true
    const chunk = bytes.subarray(from, from + chunkBytes)
    const headers = {
      ...tusHeaders({ 'upload-offset': String(from) }),
      'content-type': 'application/offset+octet-stream',
    }
    const sent = await person.call(uploadUrl, { method: 'PATCH', headers, body: new Uint8Array(chunk) })
    // A server whose turn was lost with the database ends early, and says how much of the piece it kept.
    return sent.headers.get('upload-offset') === String(bytes.length) ? true : undefined
  })
}

const statusOf = (person: Person, id: string) =>
  person.json<z.infer<typeof streamStatusAnswer>>(api.videoStatus(id))

async function sendByForm(person: Person, uploadUrl: string, bytes: Buffer, id: string): Promise<void> {
  await insist(async () => {
    const sent = await ok(postForm(person, uploadUrl, bytes)).catch(() => undefined)
    // The answer may have been lost after all bytes had arrived.
    return sent || (await statusOf(person, id)).status !== 'uploading' ? true : undefined
  })
}

/** Uploads a file whatever happens, and waits until the server has all of it. */
export async function upload(owner: Person, bytes: Buffer, by: Sent['by'], number: number): Promise<Sent> {
  const body = JSON.stringify({ fileName: `ride ${number}.mp4`, fileSize: bytes.length })
  const headers = { 'content-type': 'application/json' }
  const { video, uploadUrl } = await insist(async () => {
    const answer = await ok(owner.call(api.uploadUrl, { method: 'POST', body, headers }))
    return answer && ((await answer.json()) as z.infer<typeof uploadUrlAnswer>)
  })
  if (by === 'tus') await sendByTus(owner, uploadUrl, bytes)
  else await sendByForm(owner, uploadUrl, bytes, video.id)
  return { videoId: video.id, owner, sha256: sha256(bytes), by }
}

/** Waits until a video is playable in all sizes and analyzed. @throws Error when it failed */
export async function untilReady({ owner, videoId }: Sent, seconds: number): Promise<void> {
  await insist(async () => {
    const status = await statusOf(owner, videoId)
    const ai = await owner.json<z.infer<typeof aiStatusAnswer>>(api.aiStatus(videoId))
    return status.cfReadyToStream && status.ladderProgress === 100 && ai.completed ? true : undefined
  }, seconds)
}

/** Looks at a page, then plays a video's first segment. */
export async function view(sent: Sent): Promise<void> {
  const { owner, videoId } = sent
  const answers = async (address: string) => {
    const answer = await owner.call(address)
    return { answer, text: await answer.text() }
  }
  await answers('/')
  const { cfStreamId, cfReadyToStream } = await statusOf(owner, videoId)
  if (!cfReadyToStream || !cfStreamId) return
  let address = api.manifest(cfStreamId)
  // The list of renditions, one of them, and its first segment.
  for (let depth = 0; depth < 3; depth++) {
    const { answer, text } = await answers(address)
    const [next] = text.split('\n').filter(line => line && !line.startsWith('#'))
    if (!answer.ok || !next || depth === 2) return
    address = new URL(next, new URL(address, owner.base)).pathname
  }
}

/** The admin approves an analyzed video and publishes it. */
export async function publish(admin: Person, { videoId }: Sent, platform: Platform): Promise<void> {
  const post = (address: string, body?: object) =>
    admin.call(address, {
      method: 'POST',
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
  const decided = async (asked: Promise<Response>) => {
    const answer = await asked
    await answer.body?.cancel()
    // An answer that was lost: it is approved, or on its way.
    return answer.ok || answer.status === 409 ? true : undefined
  }
  await insist(() => decided(post(api.approveVideo(videoId))))
  const body = { videoId, platforms: [platform], immediate: true }
  await insist(() => decided(post(api.schedulePublish(videoId), body)))
}

/** A rider's views are counted, and the rider asks for the money, once. */
export async function earnAndAsk(
  { db, vendors }: ChaosCluster,
  rider: Person,
  stripe: ReturnType<typeof openStripe>,
): Promise<void> {
  const { id: userId } = await insist(() => rider.json<{ id: string }>(api.user))
  const account = await stripe.client.v2.core.accounts.create({
    contact_email: rider.email,
    identity: { country: 'us' },
  })
  vendors.stripe?.control.setRecipient(account.id, 'active')
  await onDatabase(() =>
    db
      .insertInto('payout_destinations')
      .values({ user_id: userId, provider: 'stripe', account_id: account.id, ready: true })
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  const sample = sampleOf({ userId, videoId: randomUUID(), views: 2000, sampledAt: new Date() })
  // The same count twice earns nothing more.
  await onDatabase(() => db.transaction().execute(tx => recordViews(tx, new Date(), [sample])))
  await insist(async () => {
    const history = await rider.json<Payout[]>(api.payoutHistory)
    if (history.length) return history
    await (await rider.call(api.triggerPayout, { method: 'POST' })).body?.cancel()
    return undefined
  })
}

export const stripeOf = ({ vendors: { stripe } }: ChaosCluster) => {
  if (!stripe) throw new Error('The sandbox Stripe does not run')
  return openStripe({ ...stripe, automaticTax: false })
}

export const newAdmin = (url: string, note: (answer: Answered) => void) =>
  new Person(url, adminEmail, note, 0)
