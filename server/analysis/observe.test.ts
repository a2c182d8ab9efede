import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import { height, see, width } from './closeups/landscape.ts'
import { findCuts } from './cuts/index.ts'
import { measureSignals } from './observe.ts'
import { readSignals } from './signals/index.ts'
import type { AnalysisInput } from './types.ts'

const run = promisify(execFile)

describe('a closer look at a film', () => {
  const fps = 30
  const seconds = 8
  const cutAt = 5.2
  let folder: string
  let input: AnalysisInput

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-closeups-'))
    const raw = path.join(folder, 'film.gray')
    // Every other second the head turns within 0.08 s, across which eight frames a second find no match.
    const turned = (time: number) => 60 * (Math.floor(time / 2) + Math.min(1, (time % 2) / 0.08))
    const frames = Array.from({ length: seconds * fps }, (_, i) => {
      const time = i / fps
      const seed = time < cutAt ? 1 : 2
      return Buffer.from(see({ seed, x: 8 * time + turned(time + 0.03), y: 3 * Math.sin(2 * time) }).luma)
    })
    await writeFile(raw, Buffer.concat(frames))
    const film = path.join(folder, 'film.mp4')
    const picture = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(fps)]
    await run('ffmpeg', [
      ...['-v', 'error', ...picture, '-i', raw, '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-pix_fmt', 'yuv420p', film],
    ])
    input = {
      path: film,
      ...{ durationSeconds: seconds, width, height, fps, streams: streamsWeWrote(false), hasBFrames: false },
      ...{ codec: 'h264', sizeBytes: 1e6 },
    }
  })
  afterAll(async () => rm(folder, { recursive: true, force: true }))

  it('finds the cut to the frame, and none where the head turns', async () => {
    const signals = await measureSignals(input, null, () => {})
    expect(signals.closeups.length).toBeGreaterThan(1)
    const cuts = findCuts(signals, null)
    expect(cuts.map(cut => cut.kind)).toEqual(['cut'])
    expect(Math.abs(cuts[0]!.time - cutAt)).toBeLessThan(1.5 / fps)
  })

  it('gives the same result each time, and stops when aborted', async () => {
    const [one, other] = [
      await measureSignals(input, null, () => {}),
      await measureSignals(input, null, () => {}),
    ]
    expect(one.closeups).toEqual(other.closeups)
    const abort = new AbortController()
    const reason = new Error('enough')
    const looking = measureSignals(
      input,
      null,
      (_, stage) => stage === 'Checking the cuts' && abort.abort(reason),
      abort.signal,
    )
    await expect(looking).rejects.toBe(reason)
  })

  it('is needed: the pass alone takes the turns for cuts or misses the cut', async () => {
    const pass = await readSignals(input, () => {})
    expect(findCuts(pass, null).map(cut => Math.round(cut.time))).not.toEqual([Math.round(cutAt)])
  })
})
