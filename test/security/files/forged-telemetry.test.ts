import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inputOf } from '#server/analysis/analysis-input.ts'
import { analyzeVideo } from '#server/analysis/analyze.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { cached } from '../../harness/cache.ts'
import { scratchFolder } from '../../media/make.ts'
import { ride } from '../../media/ride.ts'

const run = promisify(execFile)
const seconds = 20

/** A still picture and a hum, like a vehicle standing with its engine off. */
const parked = () =>
  cached(['parked', seconds], 'parked.mp4', out =>
    run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `smptehdbars=size=320x180:rate=30:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=100:duration=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-c:a', 'aac', out],
    ]),
  )

/** Telemetry of a wild ride: fast, rough, with a one-second jump and a hard landing every 5 seconds. */
async function forgedSidecar(): Promise<string> {
  const rows = ['time,speed,ax,ay,az,gx,gy,gz']
  for (let i = 0; i < seconds * 100; i++) {
    const t = i / 100
    const phase = t % 5
    const shaking = 6 * Math.sin(t * 61)
    const az = phase > 2 && phase < 3 ? 0 : phase >= 3 && phase < 3.12 ? 80 : 9.81 + shaking
    rows.push([t, 22 + 3 * Math.sin(t), az === 0 ? 0 : shaking / 2, 0, az, 0, Math.sin(t), 0].join(','))
  }
  const file = path.join(await scratchFolder(), 'forged.csv')
  await writeFile(file, rows.join('\n'))
  return file
}

async function scoreOf(file: string, given: { sidecarPath?: string; ignore?: boolean }) {
  const probe = await probeFile(file, 'mp4')
  const input = inputOf(file, probe, given.sidecarPath ? { sidecarPath: given.sidecarPath } : {})
  const { result } = await analyzeVideo(input, () => {}, { telemetry: given.ignore ? 'ignore' : 'auto' })
  return result
}

test('telemetry of a wild ride adds nothing to the score of a video in which nothing moves', async () => {
  const file = await parked()
  const honest = await scoreOf(file, { ignore: true })
  const forged = await scoreOf(file, { sidecarPath: await forgedSidecar() })
  expect(forged.telemetry?.streams.length).toBeGreaterThan(1)
  // The telemetry's claims are still shown.
  expect(forged.highlights.length).toBeGreaterThan(0)
  expect(forged.viralPotential.score).toBeLessThanOrEqual(honest.viralPotential.score + 0.02)
  expect(String(forged.viralPotential.doubt)).toContain('the picture')
})

test('telemetry of a ride that the picture confirms counts in full', async () => {
  const file = await ride({ telemetry: true })
  const { viralPotential } = await scoreOf(file, {})
  expect(viralPotential).toMatchObject({ trust: 1, doubt: null })
  expect(viralPotential.score).toBeGreaterThan(viralPotential.seen as number)
})
