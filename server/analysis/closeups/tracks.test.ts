import { describe, expect, it } from 'vitest'
import { alignedShare } from './alignment.ts'
import { luma, plane, see, type View } from './landscape.ts'
import type { Plane } from './patches.ts'
import { fixedIn, followedShare, type IsFixed, keptShare } from './tracks.ts'

const nothingFixed: IsFixed = () => false

describe('the corners of a frame', () => {
  it('are in the next one while the camera pans and the light changes, but not across a cut', () => {
    const before = see({ seed: 1 })
    expect(keptShare(before, see({ seed: 1, x: 7, y: -3, light: 0.7 }), nothingFixed)).toBeGreaterThan(0.9)
    expect(keptShare(before, see({ seed: 2 }), nothingFixed)).toBeLessThan(0.35)
  })

  it('move together when the camera was jolted, and inconsistently across a cut', () => {
    const before = see({ seed: 1 })
    const thrown = see({ seed: 1, x: 9, y: 8, turn: 0.2 })
    expect(keptShare(before, thrown, nothingFixed)).toBeLessThan(0.6)
    expect(alignedShare(before, thrown, nothingFixed)).toBeGreaterThan(0.35)
    expect(alignedShare(before, see({ seed: 2 }), nothingFixed)).toBeLessThan(0.2)
  })

  it('can be followed through a ride and back, but not through a dissolve', () => {
    const times = Array.from({ length: 24 }, (_, i) => i)
    const ride = times.map(i => see({ seed: 1, x: 2 * i, y: Math.sin(i), turn: i / 100 }))
    const dissolve = times.map(i => {
      const [from, to] = [see({ seed: 1, x: 2 * i }), see({ seed: 2, x: -i })]
      const share = i / 23
      return { ...from, luma: from.luma.map((value, k) => (1 - share) * value + share * to.luma[k]!) }
    })
    const bothWays = (frames: Plane[]) =>
      followedShare(frames, nothingFixed) + followedShare(frames.toReversed(), nothingFixed)
    expect(bothWays(ride)).toBeGreaterThan(1)
    expect(bothWays(dissolve)).toBeLessThan(0.5)
    const stills = times.map(i => {
      const [from, to] = [see({ seed: 1 }), see({ seed: 2 })]
      return { ...from, luma: from.luma.map((value, k) => (1 - i / 23) * value + (i / 23) * to.luma[k]!) }
    })
    expect(bothWays(stills)).toBeLessThan(0.5)
  })

  it("of the vehicle don't count, because it is in every shot", () => {
    const cockpit = (view: View) =>
      plane((column, row) => (row > 30 ? luma({ seed: 9 }, column, row) : luma(view, column, row)))
    const isFixed = fixedIn([3, 4, 5, 6].map(seed => cockpit({ seed })))
    const [before, after] = [cockpit({ seed: 1 }), cockpit({ seed: 2 })]
    expect(keptShare(before, after, nothingFixed)).toBeGreaterThan(0.6)
    expect(keptShare(before, after, isFixed)).toBeLessThan(0.35)
  })

  it('give no answer without corners', () => {
    const flat = plane(() => 120)
    expect(keptShare(flat, flat, nothingFixed)).toBeNaN()
    expect(alignedShare(flat, flat, nothingFixed)).toBeNaN()
    expect(followedShare([flat, flat], nothingFixed)).toBeNaN()
  })
})
