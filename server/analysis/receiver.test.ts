import { describe, expect, it } from 'vitest'
import type { Telemetry } from '#telemetry/types.ts'
import { sampleDrive } from './attitude/sample-drive.ts'
import { paceOf, receiverOf } from './receiver.ts'

const seconds = 80
/** 20 m/s, with a brake at 20 s, a start at 30 s and a brake at 60 s. */
const speed = (time: number) => {
  if (time < 30) return Math.max(8, Math.min(20, 20 - 6 * (time - 20)))
  return time < 60 ? Math.min(18, 8 + 3 * (time - 30)) : Math.max(4, 18 - 7 * (time - 60))
}
const one = [{ start: 0, end: seconds }]

interface Gps {
  hz: number
  lag: number
  lost?: readonly [from: number, to: number]
}

/** The drive as recorded by a camera with both sensors. */
function drive({ hz, lag, lost = [-1, -1] }: Gps, driven = speed): Telemetry {
  const telemetry = sampleDrive({ seconds, speed: driven, mount: [0.3, 0.1, 0.8] })
  const times = Float64Array.from({ length: seconds * hz }, (_, i) => i / hz).filter(
    time => time < lost[0] || time > lost[1],
  )
  const values = Float64Array.from(
    [...times].flatMap(time => [45, 7, 500, driven(Math.max(0, time - lag)), 0]),
  )
  const columns = ['latitude', 'longitude', 'altitude', 'speed2d', 'speed3d']
  telemetry.series.set('GPS5', { fourcc: 'GPS5', name: 'GPS', units: '', axes: 5, times, values, columns })
  return telemetry
}

describe('a receiver with a motion sensor', () => {
  it('stays as it is on a walk, where its speeds change no more than its noise', () => {
    const walk = (time: number) => 1.2 + 0.1 * Math.sin(time)
    expect(receiverOf(drive({ hz: 18, lag: 0.8 }, walk), seconds).lag).toBe(0)
  })

  it('is shifted to when its speeds were measured by the sensor', () => {
    for (const hz of [1, 5, 18]) {
      const found = receiverOf(drive({ hz, lag: 0.8 }), seconds)
      expect(Math.abs(found.lag - 0.8)).toBeLessThan(0.11)
      expect(found.telemetry!.series.get('GPS5')!.times[hz]).toBeCloseTo(1 - found.lag, 9)
    }
  })

  it('is unchanged if it is on time, or nothing was driven', () => {
    expect(receiverOf(drive({ hz: 10, lag: 0 }), seconds).lag).toBe(0)
    expect(
      receiverOf(
        drive({ hz: 10, lag: 0.5 }, () => 0),
        seconds,
      ).lag,
    ).toBe(0)
  })

  it('is unchanged without a motion sensor', () => {
    const telemetry = drive({ hz: 10, lag: 0.8 })
    telemetry.series.delete('ACCL')
    expect(receiverOf(telemetry, seconds)).toMatchObject({ telemetry, lag: 0 })
    expect(receiverOf(null, seconds).telemetry).toBeNull()
  })
})

describe("a ride's pace", () => {
  const paceAt = (gps: Gps, shots = one) => {
    const pace = paceOf(receiverOf(drive(gps), seconds), shots)!
    return (time: number) => {
      const i = pace.times.findIndex(other => other >= time)
      return pace.times[i]! - time < 0.3 ? { speed: pace.speed[i]!, slope: pace.acceleration[i]! } : null
    }
  }

  it('includes a brake between the fixes of a slow receiver', () => {
    const at = paceAt({ hz: 1, lag: 0.6 })
    expect(at(61)!.slope).toBeLessThan(-6)
    expect(Math.abs(at(61)!.speed - speed(61))).toBeLessThan(1.5)
    expect(Math.abs(at(50)!.slope)).toBeLessThan(0.5)
  })

  it('continues from the motion sensor while the receiver has no fix', () => {
    const at = paceAt({ hz: 10, lag: 0, lost: [18.5, 26.5] })
    expect(Math.abs(at(22.5)!.speed - speed(22.5))).toBeLessThan(2)
    expect(at(21)!.slope).toBeLessThan(-4)
  })

  it('is unknown during a longer outage and across a cut', () => {
    expect(paceAt({ hz: 10, lag: 0, lost: [35, 50] })(42)).toBeNull()
    const shots = [
      { start: 0, end: 22 },
      { start: 22, end: seconds },
    ]
    expect(paceAt({ hz: 10, lag: 0, lost: [18.5, 26.5] }, shots)(23)).toBeNull()
  })
})
