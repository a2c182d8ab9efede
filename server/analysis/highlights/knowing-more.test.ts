import { describe, expect, it } from 'vitest'
import { chooseHighlights } from '../choose.ts'
import { detect } from '../detect.ts'
import { during, type SampleRide, sampleFacts, shaking } from '../sample-ride.ts'
import { weigh } from '../weigh.ts'

type Course = (time: number) => number

/** What a camera on a ride with this speed sees and measures, with sound courses and colors as given. */
function rideAt(speed: Course, rest: SampleRide): SampleRide {
  const share: Course = time => speed(time) / 10
  return {
    ...rest,
    speed,
    turn: time => 0.02 * Math.sin(time),
    g: rest.g ?? (time => shaking(speed(time) < 0.3 ? 0.02 : 0.15)(time)),
    picture: {
      flow: time => 0.06 + 0.25 * share(time),
      spread: time => 0.005 + 0.15 * share(time),
      ...rest.picture,
    },
    ego: {
      pitch: time => (0.05 + 0.2 * share(time)) * Math.sin(70 * time),
      yaw: time => 0.02 * Math.sin(time / 2),
      growth: time => 0.01 + 0.3 * share(time),
      ...rest.ego,
    },
  }
}

/** At 10 m/s to a stop from `from` to `to`, by so many m/s². */
const stopping =
  (from: number, to: number, brakes: number, leaves: number): Course =>
  time =>
    Math.max(
      0,
      time < from ? Math.min(10, brakes * (from - time)) : time > to ? Math.min(10, leaves * (time - to)) : 0,
    )

/** Where a view comes in sight while the vehicle brakes for it, or is left while it speeds up. */
const viewsFromStandstill = [2, 4, 5, 6].flatMap(brakes =>
  [2, 4.5, 6].flatMap(leaves =>
    [0, 1.5, 3].map(early => ({
      brakes,
      leaves,
      early,
      start: 40 - early,
      end: 48 + early / 2,
      ride: rideAt(stopping(40, 48, brakes, leaves), {
        seconds: 90,
        picture: { colorfulness: during(40 - early, 48 + early / 2, 52, 40) },
      }),
    })),
  ),
)

/** The highlights of one ride, with its sensors and without. */
function both(ride: SampleRide) {
  const { g, turn, speed, altitude, ...seen } = ride
  const found = (given: SampleRide) => {
    const facts = sampleFacts(given)
    return chooseHighlights(weigh(detect(facts), facts), facts).highlights
  }
  return { known: found(ride), unknown: found(seen) }
}

/** Whether a highlight shares at least half of what it and a moment cover together. */
const covers = (highlight: { start: number; end: number }, moment: { start: number; end: number }) =>
  Math.min(highlight.end, moment.end) - Math.max(highlight.start, moment.start) >=
  0.5 * (Math.max(highlight.end, moment.end) - Math.min(highlight.start, moment.start))

describe('knowing more', () => {
  it('keeps every view from standstill', () => {
    const lost = viewsFromStandstill.filter(({ ride, start, end }) => {
      const { known, unknown } = both(ride)
      const isFound = (list: typeof known) =>
        list.some(one => one.clipType === 'scenic' && covers(one, { start, end }))
      expect(isFound(unknown)).toBe(true)
      return !isFound(known)
    })
    expect(lost.map(({ brakes, leaves, early }) => ({ brakes, leaves, early }))).toEqual([])
  })

  it('keeps a view in a short film of a vehicle that stands throughout', () => {
    const ride: SampleRide = { seconds: 7, picture: { colorfulness: 60, flow: 0.08, spread: 0.01 } }
    expect(both(ride).unknown.map(one => one.clipType)).toEqual(['scenic'])
    expect(both({ ...ride, speed: 0, g: shaking(0.01) }).known.map(one => one.clipType)).toEqual(['scenic'])
  })

  it('compares how calm a view is with the rest of a film in which the vehicle stands throughout', () => {
    const ride: SampleRide = {
      seconds: 40,
      picture: { colorfulness: during(15, 23, 46, 40), flow: 0.08, spread: 0.02 },
      ego: { pitch: time => during(15, 23, 0.05, 0.15)(time) * Math.sin(70 * time) },
    }
    expect(both(ride).unknown.map(one => one.clipType)).toEqual(['scenic'])
    expect(both({ ...ride, speed: 0, g: shaking(0.01) }).known.map(one => one.clipType)).toEqual(['scenic'])
  })

  it('still shows the braking as a moment of its own', () => {
    const hard = viewsFromStandstill.find(one => one.brakes === 6 && one.early === 3)!
    const kinds = both(hard.ride).known.map(one => one.evidence[0]!.type)
    expect(kinds).toContain('hard_braking')
    expect(kinds).toContain('scenic')
  })
})
