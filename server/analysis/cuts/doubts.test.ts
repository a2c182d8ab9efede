import { describe, expect, it } from 'vitest'
import { sampleSignals } from '../sample-ride.ts'
import { doubtfulChanges } from './doubts.ts'

/** A film in which blocks lose their match and colors change at this interval, for one frame. */
const flickering = (seconds: number, every: number) => {
  const flash = (time: number) => time % every < 0.125
  return sampleSignals({
    seconds,
    picture: {
      residual: time => (flash(time) ? 0.9 : 0.3),
      severed: time => (flash(time) ? 0.9 : 0),
      histogramDistance: time => (flash(time) ? 0.6 : 0.03),
    },
  })
}

describe('a second look', () => {
  it('covers every apparent change', () => {
    const doubts = doubtfulChanges(flickering(60, 10), null)
    expect(doubts.map(doubt => doubt.kind === 'cut' && doubt.frame / 8)).toEqual([10, 20, 30, 40, 50])
  })

  it('is limited, however much a film flickers', () => {
    expect(doubtfulChanges(flickering(60, 2), null).length).toBeLessThanOrEqual(15)
    expect(doubtfulChanges(flickering(4000, 2), null).length).toBe(150)
  })

  it('is skipped when only keyframes were decoded', () => {
    expect(doubtfulChanges({ ...flickering(60, 10), quality: 'reduced' }, null)).toEqual([])
  })
})
