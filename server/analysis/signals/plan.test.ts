import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import { sampleInput } from '../sample-ride.ts'
import type { AnalysisInput } from '../types.ts'
import { PacketBins } from './packets.ts'
import { createFramer } from './pipes.ts'
import { decodeCommand, fullDecodeCpuSeconds, planDecode } from './plan.ts'

const input = (change: Partial<AnalysisInput>) =>
  sampleInput({ durationSeconds: 3600, fps: 30, sizeBytes: 500e6, ...change })

describe('plan of the decode pass', () => {
  it('predicts 580 CPU seconds for an hour of 1080p30 in 500 MB', () => {
    expect(fullDecodeCpuSeconds(input({}))).toBeCloseTo(578, -1)
    expect(planDecode(input({})).mode).toBe('full')
  })

  it('chooses cheaper modes as the cost grows', () => {
    expect(planDecode(input({ width: 2704, height: 1520 })).mode).toBe('no_loop_filter')
    expect(planDecode(input({ width: 2704, height: 1520, fps: 40, hasBFrames: true })).mode).toBe(
      'no_reference_frames',
    )
    expect(planDecode(input({ width: 2704, height: 1520, fps: 40 })).mode).toBe('keyframes')
    const worst = planDecode(input({ width: 3840, height: 2160, codec: 'hevc' }))
    expect(worst).toMatchObject({ mode: 'keyframes', quality: 'reduced', hz: 2 })
  })

  it('never uses a more complete mode for a costlier file', () => {
    const rank = ['full', 'no_loop_filter', 'no_reference_frames', 'keyframes']
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 7200 }),
        fc.integer({ min: 1, max: 7200 }),
        fc.boolean(),
        (seconds, more, hasBFrames) => {
          const modeAt = (durationSeconds: number) =>
            rank.indexOf(planDecode(input({ durationSeconds, hasBFrames })).mode)
          expect(modeAt(seconds + more)).toBeGreaterThanOrEqual(modeAt(seconds))
        },
      ),
    )
  })

  it('decodes with one thread while that is fast enough', () => {
    const threads = (change: Partial<AnalysisInput>) => {
      const plan = planDecode(input(change))
      const args = decodeCommand(plan, { file: 'x', demuxer: 'mov' }, input(change)).argv({
        input: 'x',
        folder: '',
      })
      const at = args.indexOf('-threads:v')
      // Only before the input is it an option of the decoder.
      return at === -1 ? null : at < args.indexOf('-i') && args[at + 1]
    }
    expect(threads({})).toBe('1')
    expect(threads({ durationSeconds: 60, fps: 60, width: 2704, height: 1520, sizeBytes: 300e6 })).toBeNull()
  })

  it('maps audio only when there is some, and keeps upright video upright', () => {
    const plan = planDecode(input({ width: 1080, height: 1920 }))
    expect([plan.width, plan.height]).toEqual([90, 160])
    const args = (hasAudio: boolean) =>
      decodeCommand(plan, { file: 'x', demuxer: 'mov' }, input({ streams: streamsWeWrote(hasAudio) })).argv({
        input: 'x',
        folder: '',
      })
    expect(args(false)).not.toContain('pipe:3')
    expect(args(true)).toContain('pipe:3')
  })
})

describe('framer', () => {
  it('gives the same frames however the stream is split', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 0, maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 })),
        (bytes, cuts) => {
          const frames: number[][] = []
          const feed = createFramer(7, frame => frames.push([...frame]))
          let at = 0
          for (const cut of cuts) {
            feed(bytes.subarray(at, at + cut))
            at += cut
          }
          feed(bytes.subarray(at))
          expect(frames.flat()).toEqual([...bytes.subarray(0, bytes.length - (bytes.length % 7))])
        },
      ),
    )
  })
})

describe('motion from packets', () => {
  it('is relative to the median and ignores keyframes', () => {
    const bins = new PacketBins(2)
    for (const line of [
      '0.0,90000,K__',
      '0.1,1000,___',
      '0.2,3000,___',
      '0.6,2000,___',
      '1.1,8000,___',
      'N/A,500,___',
    ])
      bins.add(line)
    const flow = bins.flow(4)
    expect(flow[0]).toBeCloseTo(0.06)
    expect(flow[2]! / flow[1]!).toBeCloseTo(4)
    expect(flow[3]).toBe(0)
  })
})
