import { randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '#contract/paths.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { Config } from '#server/core/settings/config.ts'
import { clockFinding } from './database.ts'
import { type Finding, of, reasonOf } from './findings.ts'
import { asVisitor } from './visitor.ts'

const proxy = of('Address')
const patienceMs = 10_000
/** What browsers send in one request. */
const chunkBytes = 8 * 1024 * 1024
/** How much of a chunk is sent before its connection breaks, and how long that may take to arrive. */
const cutAfter = 1024 * 1024
const arrivalMs = 1500
const firstEventMs = 5000

interface Asked {
  method?: string
  headers?: Record<string, string | number>
  body?: Uint8Array | string
}

/** A request on a connection of its own. */
function open(address: string, { method = 'GET', headers = {} }: Asked): http.ClientRequest {
  const { request } = address.startsWith('https:') ? https : http
  return request(address, { method, headers, agent: false, timeout: patienceMs })
}

/** @throws when nothing answers in time */
async function ask(
  address: string,
  asked: Asked = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }> {
  const request = open(address, asked)
  const answer = Promise.withResolvers<http.IncomingMessage>()
  request.once('response', answer.resolve)
  request.once('error', answer.reject)
  request.once('timeout', () => request.destroy(new Error(`no answer within ${patienceMs / 1000} s`)))
  request.end(asked.body)
  const response = await answer.promise
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

const tus = (offset: number) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': offset,
  'content-type': 'application/offset+octet-stream',
})

/** The beginning of an MP4 (ISO/IEC 14496-12), then noise, which no proxy makes smaller. */
function film(): Buffer {
  const bytes = randomBytes(chunkBytes)
  bytes.writeUInt32BE(24, 0)
  bytes.write('ftypisom\0\0\x02\0isomiso2', 4, 'latin1')
  bytes.writeUInt32BE(chunkBytes, 24)
  bytes.write('mdat', 28, 'latin1')
  return bytes
}

/** Why a chunk wasn't taken; null: it was. */
function refusalOf(status: number, body: string): string | null {
  if (status === 204) return null
  if (status === 413)
    return 'the proxy refuses bodies of 8 MiB: allow 500 MB (nginx: client_max_body_size 501m)'
  if (status === 404)
    return "another server got a later part of the upload, and doesn't have the first: see docs/guides/many-machines.md"
  if (status === 405 || status === 501)
    return "the proxy doesn't pass on PATCH: allow PATCH, HEAD and DELETE under /api/uploads"
  return `answered ${status}: ${body.slice(0, 200)}`
}

/** A real upload in several parts, one of which breaks off; it is given up before it would become a video. */
async function checkUpload(publicUrl: string, cookie: string): Promise<Finding[]> {
  const opened = await ask(publicUrl + api.uploadUrl, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ fileName: 'doctor.mp4', fileSize: 2 * chunkBytes + 1 }),
  })
  if (opened.status === 401)
    return [
      proxy(
        'Sign-in',
        'failed',
        'the session is not accepted: the server has another database or SECRET than these settings, or the proxy drops cookies',
      ),
    ]
  if (opened.status !== 200 && opened.status !== 201)
    return [
      proxy('Upload', 'failed', `it could not be opened, ${opened.status}: ${opened.body.slice(0, 200)}`),
    ]
  const { uploadUrl } = JSON.parse(opened.body) as { uploadUrl: string }
  const address = new URL(uploadUrl, publicUrl).href
  const bytes = film()
  const send = async (from: number) => {
    const { status, body } = await ask(address, {
      method: 'PATCH',
      headers: tus(from),
      body: from < chunkBytes ? bytes.subarray(from) : bytes.subarray(from - chunkBytes),
    })
    return refusalOf(status, body)
  }
  const offset = async () => {
    const head = { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } }
    return Number((await ask(address, head)).headers['upload-offset'] ?? 0)
  }
  const findings = [proxy('Sign-in', 'ok', 'a session is accepted')]
  const upload = (state: Finding['state'], note: string) => [...findings, proxy('Upload', state, note)]

  const refused = await send(0)
  if (refused) return upload('failed', refused)
  const cut = open(address, {
    method: 'PATCH',
    headers: { ...tus(chunkBytes), 'content-length': chunkBytes },
  })
  // It ends without an answer, as on a lost connection.
  cut.on('error', () => undefined)
  cut.write(bytes.subarray(0, cutAfter))
  await wait(arrivalMs)
  cut.destroy()
  const resumed = await offset()
  const late = await send(Math.max(resumed, chunkBytes))
  if (late) return upload('failed', late)
  const arrived = await offset()
  if (arrived !== 2 * chunkBytes) return upload('failed', `${arrived} of ${2 * chunkBytes} bytes arrived`)
  findings.push(proxy('Upload', 'ok', '16 MiB in parts of 8 MiB arrived'))
  findings.push(
    resumed > chunkBytes
      ? proxy('Resuming', 'ok', 'a broken part keeps what had arrived')
      : proxy(
          'Resuming',
          'warning',
          'the proxy keeps bodies until they are whole, so a lost connection loses up to 8 MiB: stop it from buffering requests (nginx: proxy_request_buffering off)',
        ),
  )
  const given = await ask(address, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  if (given.status !== 204) findings.push(proxy('Giving up', 'warning', `DELETE answered ${given.status}`))
  return findings
}

/** Whether an event is passed on at once. The server sends the first one right away. */
async function checkEvents(publicUrl: string, cookie: string): Promise<Finding> {
  const request = open(publicUrl + api.notificationStream, { headers: { cookie } })
  const first = Promise.withResolvers<string | null>()
  request.once('response', response => {
    if (response.statusCode !== 200) first.resolve(`answered ${response.statusCode}`)
    response.once('data', () => first.resolve(null))
    response.once('error', first.reject)
  })
  request.once('error', first.reject)
  request.end()
  const late = AbortSignal.timeout(firstEventMs)
  late.addEventListener('abort', () =>
    first.resolve(
      'the proxy holds events back, so notifications come late: stop it from buffering responses (nginx: proxy_buffering off)',
    ),
  )
  try {
    const problem = await first.promise
    return problem === null ? proxy('Events', 'ok', 'arrive at once') : proxy('Events', 'failed', problem)
  } catch (error) {
    return proxy('Events', 'failed', reasonOf(error))
  } finally {
    request.destroy()
  }
}

/** The server itself speaks no TLS, so with https there is a proxy, through which everyone comes. */
function proxyTrust({ publicUrl, trustProxy }: Pick<Config, 'trustProxy'> & { publicUrl: string }): Finding {
  if (publicUrl.startsWith('https:') && trustProxy === false)
    return proxy(
      'TRUST_PROXY',
      'failed',
      "is not set, so all people behind the proxy share one address and its limits: set it to the proxy's network (loopback, 10.0.0.0/8)",
    )
  return proxy(
    'TRUST_PROXY',
    'ok',
    trustProxy === false ? 'no proxy is trusted' : `trusts ${String(trustProxy)}`,
  )
}

/** Checks that the server answers, and that it can be reached directly. */
async function checkAnswers(publicUrl: string): Promise<{ findings: Finding[]; answers: boolean }> {
  try {
    const asked = Date.now()
    const health = await ask(`${publicUrl}/healthz`)
    if (health.status !== 200) {
      const note = `${publicUrl}/healthz answered ${health.status}: check that the proxy leads to the server, and that it runs`
      return { answers: false, findings: [proxy('Answers', 'failed', note)] }
    }
    const findings = [proxy('Answers', 'ok', publicUrl)]
    const date = Date.parse(health.headers.date ?? '')
    // Whole seconds, rounded down.
    if (!Number.isNaN(date))
      findings.push(
        clockFinding('This machine and PUBLIC_URL', ((asked + Date.now()) / 2 - date) / 1000 - 0.5),
      )
    const ready = await ask(`${publicUrl}/readyz`)
    findings.push(
      ready.status === 200
        ? proxy('Ready', 'ok', 'all parts answer')
        : proxy('Ready', 'failed', `${ready.body.slice(0, 200)}: see docs/guides/operating.md`),
    )
    return { answers: true, findings }
  } catch (error) {
    const note = `${publicUrl}: ${reasonOf(error)}. Check that the server runs, and that DNS, firewall and proxy lead to it`
    return { answers: false, findings: [proxy('Answers', 'failed', note)] }
  }
}

/**
 * Goes through PUBLIC_URL as a browser does, with a real upload and a real event stream of an account that exists only
 * meanwhile.
 * @param db null: it doesn't answer, so nobody can sign in
 */
export async function checkPublicAddress(given: {
  publicUrl: string
  trustProxy: Config['trustProxy']
  db: Database | null
  secrets: Secrets
}): Promise<Finding[]> {
  const { publicUrl, db, secrets } = given
  const { findings, answers } = await checkAnswers(publicUrl)
  findings.push(proxyTrust(given))
  if (!answers || !db) return findings
  try {
    const used = await asVisitor(db, { secrets, isSecure: publicUrl.startsWith('https:') }, async cookie => [
      ...(await checkUpload(publicUrl, cookie)),
      await checkEvents(publicUrl, cookie),
    ])
    return [...findings, ...used]
  } catch (error) {
    return [...findings, proxy('Upload', 'failed', reasonOf(error))]
  }
}
