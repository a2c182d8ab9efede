import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '#lab/ride/random.ts'
import type { SoundFeatures } from '../types.ts'
import { createPowerSpectrum } from './fft.ts'
import { createSoundMeter, silence, soundFrame, soundRate } from './sound.ts'

function measure(sample: (n: number) => number, frames = 8): SoundFeatures {
  const meter = createSoundMeter()
  for (let f = 0; f < frames; f++)
    meter.add(Int16Array.from({ length: soundFrame }, (_, i) => Math.round(sample(f * soundFrame + i))))
  return meter.finish()
}

const sine = (hz: number, amplitude: number) => (n: number) =>
  amplitude * Math.sin((2 * Math.PI * hz * n) / soundRate)

describe('power spectrum', () => {
  it('matches its definition', () => {
    const size = 16
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size }),
        list => {
          const power = new Float32Array(size / 2 + 1)
          createPowerSpectrum(size)(Float32Array.from(list), power)
          power.forEach((value, k) => {
            let re = 0
            let im = 0
            list.forEach((x, n) => {
              re += Math.fround(x) * Math.cos((2 * Math.PI * k * n) / size)
              im -= Math.fround(x) * Math.sin((2 * Math.PI * k * n) / size)
            })
            expect(value).toBeCloseTo(re * re + im * im, 4)
          })
        },
      ),
    )
  })

  it("refuses a size that isn't a power of two", () => {
    expect(() => createPowerSpectrum(500)).toThrow(RangeError)
  })
})

describe('sound', () => {
  it.each([
    [80, 'low'],
    [400, 'engine'],
    [2000, 'voice'],
    [6000, 'high'],
  ] as const)('puts a tone of %d Hz into the band "%s"', (hz, band) => {
    expect(measure(sine(hz, 8000))[band][4]).toBeGreaterThan(0.97)
  })

  it('gives the level of a sine in dBFS', () => {
    expect(measure(sine(1000, 32767)).db[3]).toBeCloseTo(-3.01, 1)
    expect(measure(sine(1000, 3276.7)).db[3]).toBeCloseTo(-23.01, 1)
  })

  it('measures silence as silence', () => {
    const { db, flux, tone } = measure(() => 0)
    expect([...db, ...flux, ...tone]).toEqual([...Array(8).fill(silence), ...Array(16).fill(0)])
  })

  it('ignores a constant offset', () => {
    expect(measure(() => 5000).db[2]).toBe(silence)
  })

  it('tells one strong frequency of voices from noise', () => {
    const noise = seededRandom(5)
    const hiss = () => 900 * noise.normal()
    const [shouted, hissed] = [measure(n => sine(900, 9000)(n) + hiss()).tone[4]!, measure(hiss).tone[4]!]
    expect(hissed).toBeGreaterThan(3)
    expect(hissed).toBeLessThan(14)
    expect(shouted).toBeGreaterThan(hissed + 10)
    // Wheels and wind are above and below, where no voice is strong.
    expect(measure(n => sine(6000, 9000)(n) + hiss()).tone[4]).toBeLessThan(hissed + 4)
  })

  it('has flux where a tone starts, not while it lasts', () => {
    const { flux } = measure(n => (n < 4 * soundFrame ? 0 : sine(500, 9000)(n)))
    expect(flux[4]).toBe(1)
    expect(flux[6]).toBeLessThan(0.05)
  })

  it('changes only the level when the volume changes', () => {
    const loud = measure(n => sine(300, 9000)(n) + sine(2500, 4000)(n) * (n % 1024 < 300 ? 1 : 0))
    const quiet = measure(n => (sine(300, 9000)(n) + sine(2500, 4000)(n) * (n % 1024 < 300 ? 1 : 0)) / 4)
    loud.db.forEach((db, i) => {
      expect(db - quiet.db[i]!).toBeCloseTo(12.04, 1)
      expect(quiet.flux[i]).toBeCloseTo(loud.flux[i]!, 2)
      expect(quiet.voice[i]).toBeCloseTo(loud.voice[i]!, 2)
      expect(quiet.tone[i]! - loud.tone[i]!).toBeCloseTo(0, 0)
    })
  })
})
