import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as tus from 'tus-js-client'
import type { z } from 'zod'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { api } from '#contract/paths.ts'
import type { aiStatusAnswer, streamStatusAnswer, uploadUrlAnswer } from '#contract/videos.ts'

const usage = `npm run ride -- [FILE] [--server http://127.0.0.1:3000] [--email rider@trailcut.example]
Uploads FILE to a running server, waits until it is playable and analysed, and prints what was found.
Without FILE a ride is rendered by the simulator (--seed 7 --seconds 60).`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: {
      type: 'string',
      default: process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`,
    },
    email: { type: 'string', default: 'rider@trailcut.example' },
    seed: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
})

/** What the person at the shell is told in one line. */
class RideError extends Error {}

const cookies = new Map<string, string>()

async function call(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('cookie', [...cookies].map(([k, v]) => `${k}=${v}`).join('; '))
  let response: Response
  try {
    response = await fetch(new URL(address, values.server), { ...init, headers, redirect: 'manual' })
  } catch (cause) {
    throw new RideError(`No server answers at ${values.server}: start one with npm start`, { cause })
  }
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (name) cookies.set(name, value ?? '')
  }
  return response
}

async function json<T>(address: string, init?: RequestInit): Promise<T> {
  const response = await call(address, init)
  const text = await response.text()
  if (!response.ok)
    throw new RideError(`${response.status} from ${address}: ${JSON.parse(text).message ?? text}`)
  return JSON.parse(text) as T
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Signs up, or, when the address is known, opens the mailed link from the sandbox's mailbox. */
async function signIn(email: string): Promise<void> {
  const asked = Date.now()
  const response = await call(api.simpleSignup, post({ email, displayName: email.split('@')[0] }))
  if (response.status === 200) return
  if (response.status !== 202)
    throw new RideError(`Signing up failed with ${response.status}: ${await response.text()}`)
  for (let tries = 0; tries < 50; tries++) {
    const mails = await json<{ links: string[]; sentAt: string }[]>(
      `/sandbox/mailbox?to=${encodeURIComponent(email)}`,
      {
        headers: { accept: 'application/json' },
      },
    )
    const link = mails.find(mail => Date.parse(mail.sentAt) >= asked - 2000)?.links[0]
    if (link) {
      await call(link)
      return
    }
    await pause(100)
  }
  throw new RideError(`No sign-in mail for ${email} arrived in the sandbox's mailbox`)
}

const bar = (label: string, fraction: number, tail = '') => {
  const width = 30
  const filled = Math.round(fraction * width)
  const text = `${label.padEnd(11)}${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${String(Math.floor(fraction * 100)).padStart(3)} % ${tail}`
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}${fraction >= 1 ? '\n' : ''}`)
  else if (fraction >= 1) console.log(text)
}

async function upload(file: string, uploadUrl: string, size: number): Promise<void> {
  const begun = Date.now()
  await new Promise<void>((resolve, reject) => {
    new tus.Upload(createReadStream(file), {
      endpoint: new URL(uploadUrl, values.server).href,
      uploadSize: size,
      chunkSize: 8 * 1024 * 1024,
      retryDelays: [0, 1000, 3000, 5000],
      metadata: { filename: path.basename(file) },
      onProgress: sent => {
        const rate = sent / 1e6 / Math.max(0.001, (Date.now() - begun) / 1000)
        bar(
          'Upload',
          sent / size,
          `${(sent / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB, ${rate.toFixed(1)} MB/s`,
        )
      },
      onError: error => {
        const body = error instanceof tus.DetailedError ? error.originalResponse?.getBody() : undefined
        reject(
          new RideError(body ? `The server refused the file: ${JSON.parse(body).message}` : error.message),
        )
      },
      onSuccess: () => resolve(),
    }).start()
  })
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
const took = (from: number) => `${((Date.now() - from) / 1000).toFixed(2)} s`

async function simulated(): Promise<string> {
  const folder = path.resolve('data', 'rides')
  await mkdir(folder, { recursive: true })
  const out = path.join(folder, `ride-${values.seed}-${values.seconds}s.mp4`)
  const exists = await stat(out).then(
    () => true,
    () => false,
  )
  if (!exists) {
    console.log(`Rendering a ride of ${values.seconds} s (seed ${values.seed}) …`)
    const { renderRide } = await import('#sandbox/ride/render.ts')
    await renderRide({
      seed: Number(values.seed),
      kind: 'ride',
      durationSeconds: Number(values.seconds),
      width: 1280,
      height: 720,
      fps: 30,
      telemetry: true,
      out,
    })
  }
  return out
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage)
  const file = positionals[0] ?? (await simulated())
  const { size } = await stat(file).catch(() => {
    throw new RideError(`There is no file ${file}`)
  })
  await signIn(values.email)
  const { video, uploadUrl } = await json<z.infer<typeof uploadUrlAnswer>>(
    api.uploadUrl,
    post({ fileName: path.basename(file), fileSize: size }),
  )
  const begun = Date.now()
  await upload(file, uploadUrl, size)
  const sent = Date.now()
  console.log(`Sent        in ${took(begun)}`)

  let status: z.infer<typeof streamStatusAnswer>
  do {
    await pause(50)
    status = await json(api.videoStatus(video.id))
    if (status.status === 'failed')
      throw new RideError(`The video could not be used: ${status.processingError}`)
  } while (!status.cfReadyToStream)
  console.log(`Playable    ${took(sent)} after the last byte`)

  let ai: z.infer<typeof aiStatusAnswer>
  do {
    await pause(200)
    ai = await json(api.aiStatus(video.id))
    bar('Analysis', ai.completed ? 1 : ai.progress / 100, ai.stage ?? '')
    if (ai.aiProcessingStatus === 'failed')
      throw new RideError(`The analysis failed: ${ai.aiProcessingError}`)
  } while (!ai.completed)
  console.log(`Analysed    ${took(sent)} after the last byte`)

  const found = await json<AiHighlightsAnswer>(api.aiHighlights(video.id))
  const streams = found.telemetry?.streams.map(s => `${s.fourcc} ${Math.round(s.hz)} Hz`).join(', ')
  console.log(
    `Telemetry   ${streams ? `${found.telemetry?.device ?? 'camera'}: ${streams}` : 'none in this file'}`,
  )
  console.log(`Potential   ${Math.round((ai.aiViralPotentialScore ?? 0) * 100)} %`)
  console.log(`Title       ${ai.aiGeneratedTitle}\n`)
  if (found.highlights.length)
    console.table(
      found.highlights.map(h => ({
        score: Math.round(h.score * 100),
        from: clock(h.start),
        to: clock(h.end),
        kind: h.clipType,
        description: h.description,
      })),
    )
  else console.log(found.abstained ?? 'No highlights detected.')
  console.log(`\nWatch it at ${values.server} (sign in as ${values.email})`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof RideError ? `\n${error.message}` : error)
  process.exit(1)
}
