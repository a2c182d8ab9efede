import { mkdir, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { videoPage } from '#contract/paths.ts'
import { ApiClient, answered, ClientError } from './lib/api-client.ts'
import { rideLink } from './lib/ride-link.ts'

const usage = `npm run ride -- [FILE] [--server http://127.0.0.1:3000] [--email sam@trailcut.example | --token tcp_…]
Uploads FILE to a running server as one of the people of its account chooser, or with an access token, waits until it is playable and analyzed,
prints what was found, and a link to the ride's page.
Without FILE a ride is rendered by the simulator (--seed 142 --seconds 20).`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: {
      type: 'string',
      default: process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`,
    },
    email: { type: 'string', default: 'sam@trailcut.example' },
    /** with the scopes videos:upload and videos:read; the docs page /docs/api says how to get one */
    token: { type: 'string' },
    seed: { type: 'string', default: '142' },
    seconds: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})

const client = new ApiClient(values.server, values.token)

const bar = (label: string, fraction: number, tail = '') => {
  const width = 30
  const filled = Math.round(fraction * width)
  const text = `${label.padEnd(11)}${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${String(Math.floor(fraction * 100)).padStart(3)}% ${tail}`
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}${fraction >= 1 ? '\n' : ''}`)
  else if (fraction >= 1) console.log(text)
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
const took = (from: number) => `${((Date.now() - from) / 1000).toFixed(2)} s`

async function simulated(): Promise<string> {
  const folder = path.resolve('data', 'rides')
  await mkdir(folder, { recursive: true })
  const out = path.join(folder, `ride-${values.seed}-${values.seconds}s-1080p.mp4`)
  const exists = await stat(out).then(
    () => true,
    () => false,
  )
  if (!exists) {
    console.log(
      `Simulating a ride of ${values.seconds} s (seed ${values.seed}), kept in ${path.relative('.', out)} …`,
    )
    const { renderRide } = await import('#lab/ride/render.ts')
    await renderRide({
      seed: Number(values.seed),
      kind: 'ride',
      durationSeconds: Number(values.seconds),
      width: 1920,
      height: 1080,
      paintWidth: 960,
      fps: 30,
      threads: availableParallelism(),
      telemetry: true,
      out,
      onProgress: fraction => bar('Rendering', fraction),
    })
  }
  return out
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage)
  const file = positionals[0] ?? (await simulated())
  if (values.token === undefined) await client.signInAtChooser(values.email)
  const { video, uploadUrl, size } = await client.requestUpload(file)
  const begun = Date.now()
  await client.sendFile(file, uploadUrl, size, sent => {
    const rate = sent / 1e6 / Math.max(0.001, (Date.now() - begun) / 1000)
    bar(
      'Upload',
      sent / size,
      `${(sent / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB, ${rate.toFixed(1)} MB/s`,
    )
  })
  const sent = Date.now()
  console.log(`Sent        in ${took(begun)}`)
  await client.untilPlayable(video.id)
  console.log(`Playable    ${took(sent)} after the last byte`)

  const ai = await client.untilAnalyzed(video.id, status =>
    bar('Analysis', status.completed ? 1 : status.progress / 100, status.stage ?? ''),
  )
  console.log(`Analyzed    ${took(sent)} after the last byte`)

  const found = answered(
    await client.typed.GET('/api/videos/{id}/ai-highlights', { params: { path: { id: video.id } } }),
  )
  const streams = found.telemetry?.streams.map(s => `${s.fourcc} ${Math.round(s.hz)} Hz`).join(', ')
  console.log(
    `Telemetry   ${streams ? `${found.telemetry?.device ?? 'camera'}: ${streams}` : 'none in this file'}`,
  )
  console.log(`Potential   ${Math.round((ai.aiViralPotentialScore ?? 0) * 100)}%`)
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
  const link =
    values.token === undefined
      ? ` (press Enter at the account chooser): ${rideLink(values.server, video.id, values.email)}`
      : `: ${new URL(videoPage(video.id), values.server).href}`
  console.log(`\nWatch it${link}`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ClientError ? `\n${error.message}` : error)
  process.exit(1)
}
