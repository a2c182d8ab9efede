import { describe, expect, it } from 'vitest'
import { highlightOf, sentenceOf } from '../sample-ride.ts'
import { writeTexts } from '../texts/index.ts'
import type { Evidence } from '../types.ts'
import { factsShown } from './shown.ts'

const fact = (
  type: Evidence['type'],
  source: Evidence['source'],
  start: number,
  value: number,
  text: string,
): Evidence => ({
  ...{ type, source, start, end: start + 2, core: start + 1 },
  ...{ value, unit: '', strength: 0.8, text: sentenceOf(text) },
})
const moment = (description: string, evidence: [Evidence, ...Evidence[]]) =>
  highlightOf(evidence[0], { description, evidence })

describe('texts for others', () => {
  const highlights = [
    moment('Speed: 94 km/h', [fact('speed', 'gps', 5, 94, '94 km/h')]),
    moment('Jump: 1.2 s of airtime, 61 km/h at takeoff', [
      fact('jump', 'imu', 8, 1.2, '1.2 s of airtime'),
      fact('speed', 'gps', 8, 61, '61 km/h at takeoff'),
    ]),
    moment('Speed: 77 km/h', [fact('speed', 'gps', 120, 77, '77 km/h')]),
  ]
  const scenes = [
    { timestamp: 0, end: 60, sceneType: 'town', description: 'The camera sees a town, 33 km/h' },
    { timestamp: 60, end: 200, sceneType: 'trail', description: 'On the move, 50 km/h' },
  ]
  const hidden = [{ start: 0, end: 30 }]

  it('contain nothing that GPS measured in a private place, and everything else', () => {
    const shown = factsShown({ highlights, scenes }, hidden)
    const text = JSON.stringify([shown, writeTexts({ input: {}, ...shown, durationSeconds: 200 })])
    for (const kept of ['94', '61 km/h', '33 km/h']) expect(text).not.toContain(kept)
    for (const shown of ['1.2 s of airtime', '77 km/h', '50 km/h']) expect(text).toContain(shown)
    expect(shown.highlights.map(({ description }) => String(description))).toEqual([
      'Fast run',
      'Jump: 1.2 s of airtime',
      'Speed: 77 km/h',
    ])
  })

  it('contain everything when nothing is hidden', () => {
    expect(factsShown({ highlights, scenes }, [])).toEqual({ highlights, scenes })
  })
})
