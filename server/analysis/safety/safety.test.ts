import { describe, expect, it } from 'vitest'
import { conclude } from '../analyze.ts'
import {
  evidenceIn,
  type SampleRide,
  sampleFacts,
  sampleInput,
  sampleSignals,
  sampleTelemetry,
  shaking,
} from '../sample-ride.ts'
import { safetyNotes } from './index.ts'

const ride = shaking(0.15)
/** A blow of `g` at 30 s. */
const blow = (g: number) => (time: number) => (time >= 30 && time < 30.1 ? g : time > 33 ? 1 : ride(time))
const stopped = (time: number) => (time < 30 ? 11 : Math.max(0, 11 - 8 * (time - 30)))
const lyingStill: SampleRide = { seconds: 70, g: blow(8), speed: stopped }
const notesOf = (sample: SampleRide) => safetyNotes(sampleFacts(sample))

/** A ride whose camera lies on its head for a while: what it feels points the other way. */
function turnedOver(speed: SampleRide['speed'], until: number) {
  const sample: SampleRide = { seconds: 80, g: 1, speed }
  const facts = sampleFacts(sample)
  const { times, values } = facts.telemetry!.series.get('ACCL')!
  times.forEach((time, i) => {
    if (time >= 30 && time < until) values[i * 3] = -values[i * 3]!
  })
  return facts
}

describe('safety notes', () => {
  it('report a hit after which nobody moves', () => {
    const [note, ...others] = notesOf(lyingStill)
    expect(note).toMatchObject({ kind: 'impact' })
    expect(note!.time).toBeCloseTo(30, 0)
    expect(note!.stillSeconds).toBeGreaterThan(35)
    expect(String(note!.text)).toMatch(/^A hit of \d\.\d g, then no movement for \d\d s\.$/)
    expect(others).toEqual([])
  })

  it('report nothing when the ride continues, or stops later by itself', () => {
    expect(notesOf({ ...lyingStill, speed: 11 })).toEqual([])
    const later = (time: number) => (time < 40 ? 11 : Math.max(0, 11 - 3 * (time - 40)))
    expect(notesOf({ ...lyingStill, speed: later })).toEqual([])
  })

  it('report nothing when the camera is knocked at rest, or after a landing and a short stop', () => {
    expect(notesOf({ ...lyingStill, speed: 0 })).toEqual([])
    const short = (time: number) => (time > 38 ? 9 : stopped(time))
    expect(notesOf({ ...lyingStill, speed: short })).toEqual([])
    expect(notesOf({ ...lyingStill, g: blow(3.5) })).toEqual([])
  })

  it('need a motion sensor', () => {
    expect(notesOf({ seconds: 70, speed: stopped })).toEqual([])
  })

  it('keep that moment out of the highlights and the excitement', () => {
    const loud: SampleRide = {
      ...lyingStill,
      sound: { db: time => (time > 29.5 && time < 31 ? -2 : -20) },
      picture: { flow: time => (time > 29.5 && time < 32 ? 0.6 : 0.08) },
    }
    const found = conclude(sampleInput({ durationSeconds: 70 }), sampleSignals(loud), sampleTelemetry(loud))
    expect(found.safety).toHaveLength(1)
    expect(found.highlights.filter(({ start, end }) => end > 29 && start < 69)).toEqual([])
    const { stepSeconds, values } = found.curve
    expect(Math.max(...values.slice(34 / stepSeconds))).toBeLessThan(0.3)
  })
})

describe('a rollover', () => {
  const stops = (time: number) => (time < 30 ? 8 : Math.max(0, 8 - 6 * (time - 30)))

  it('is a crash to review when the rider rides on', () => {
    const facts = turnedOver(time => (time > 40 ? 7 : stops(time)), 36)
    expect(safetyNotes(facts)).toEqual([])
    const found = evidenceIn(facts).filter(({ type }) => type === 'rollover')
    expect(found.map(({ text }) => text)).toEqual(['rolled over by 180°, then rode on'])
  })

  it('is a note when nobody moves after it', () => {
    const facts = turnedOver(stops, 80)
    expect(evidenceIn(facts).filter(({ type }) => type === 'rollover')).toEqual([])
    expect(safetyNotes(facts)).toMatchObject([{ kind: 'rollover', value: 180 }])
  })
})
