import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { analysisResult } from '#contract/analysis.ts'
import { inputOf } from '#lab/evaluate/index.ts'
import { appendTelemetry } from '#lab/ride/mux.ts'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { analyzeVideo } from './analyze.ts'

const run = promisify(execFile)
const footage = path.resolve(import.meta.dirname, '../../../shared/footage')

describe('a video with damaged telemetry', () => {
  it('is analyzed without it, and the reason is reported', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-damaged-'))
    try {
      const file = path.join(folder, 'ride.mp4')
      await run('ffmpeg', [
        ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=3'],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', file],
      ])
      const { payloads, payloadDurations } = sampleTelemetry(3)
      await appendTelemetry(file, { payloads, payloadDurations, hiLights: [] })
      const bytes = await readFile(file)
      // The telemetry track's table of sample sizes, the last one in the file, claims 2 GB for its first
      // payload.
      const table = bytes.lastIndexOf('stsz')
      bytes.writeUInt32BE(0x7fffffff, table + 16)
      await writeFile(file, bytes)
      const { result, notes } = await analyzeVideo(await inputOf(file), () => {})
      expect(result.telemetry).toBeNull()
      expect(notes).toEqual([expect.stringMatching(/telemetry/i)])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe.skipIf(!existsSync(footage))('real footage of a calm walk and a calm flight', () => {
  it.each([
    ['gopro-karma.mp4', 'without GPS'],
    ['gopro-max.mp4', 'with GPS and scene classes'],
  ])('%s (%s) has no action and no cut, the same each time', async name => {
    const input = await inputOf(path.join(footage, name))
    const stages: string[] = []
    const { result, notes } = await analyzeVideo(input, (_, stage) => stages.push(stage))
    expect(notes).toEqual([])
    const answer = inWordsFor(result, standardWording)
    expect(answer).toMatchObject(analysisResult.parse(answer))
    expect(result.highlights.filter(({ clipType }) => clipType === 'action')).toEqual([])
    expect(result.scenes).toHaveLength(1)
    expect(result.telemetry!.streams.map(({ fourcc }) => fourcc)).toContain('ACCL')
    expect(result.viralPotential.score).toBeLessThan(0.4)
    expect(result.compilations).toEqual([])
    expect(stages.at(-1)).toBe('Done')
    expect((await analyzeVideo(input, () => {})).result).toEqual(result)
  })

  it('has no action without its telemetry either', async () => {
    for (const name of ['gopro-karma.mp4', 'gopro-max.mp4']) {
      const { result } = await analyzeVideo(await inputOf(path.join(footage, name)), () => {}, {
        telemetry: 'ignore',
      })
      expect(result.telemetry).toBeNull()
      expect(result.highlights.filter(({ clipType }) => clipType === 'action')).toEqual([])
    }
  })
})
