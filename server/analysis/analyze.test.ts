import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { analysisResult } from '#contract/analysis.ts'
import { analyzeVideo } from './analyze.ts'
import { inputOf } from './evaluate/index.ts'

const footage = path.resolve(import.meta.dirname, '../../../shared/footage')

describe.skipIf(!existsSync(footage))('real footage of a calm walk and a calm flight', () => {
  it.each([
    ['gopro-karma.mp4', 'without GPS'],
    ['gopro-max.mp4', 'with GPS and scene classes'],
  ])('%s (%s) has no action and no cut, the same each time', async name => {
    const input = await inputOf(path.join(footage, name))
    const stages: string[] = []
    const result = await analyzeVideo(input, (_, stage) => stages.push(stage))
    expect(analysisResult.parse(result)).toEqual(result)
    expect(result.highlights.filter(({ clipType }) => clipType === 'action')).toEqual([])
    expect(result.scenes).toHaveLength(1)
    expect(result.telemetry!.streams.map(({ fourcc }) => fourcc)).toContain('ACCL')
    expect(result.viralPotential.score).toBeLessThan(0.4)
    expect(result.compilations).toEqual([])
    expect(stages.at(-1)).toBe('Done')
    expect(await analyzeVideo(input, () => {})).toEqual(result)
  })

  it('has no action without its telemetry either', async () => {
    for (const name of ['gopro-karma.mp4', 'gopro-max.mp4']) {
      const result = await analyzeVideo(await inputOf(path.join(footage, name)), () => {}, {
        telemetry: 'ignore',
      })
      expect(result.telemetry).toBeNull()
      expect(result.highlights.filter(({ clipType }) => clipType === 'action')).toEqual([])
    }
  })
})
