import type { SoundFeatures } from '../types.ts'
import { createPowerSpectrum } from './fft.ts'
import { GrowableFloats } from './growable.ts'

export const soundRate = 16_000
/** 512 samples: 32 ms, 31.25 frames per second, 31.25 Hz per bin. */
export const soundFrame = 512
/** dBFS of a silent frame. */
export const silence = -96

const binHz = soundRate / soundFrame
/** Upper ends of the bands: wind and thumps, engine, voices and cheers, the rest. */
const bandEnds = [160, 1000, 4000, soundRate / 2] as const
/** Where the harmonics of voices are strong, in bins: 300 to 3500 Hz. */
const voiced = { from: Math.ceil(300 / binHz), to: Math.floor(3500 / binHz) } as const

/** What a compressed sound leaves out counts as this share of the strongest frequency: 40 dB below it. */
const leastShare = 1e-4

/** How far the strongest frequency of a voice's range stands out from the mean level there, dB; 0 for silence. */
function standOut(power: Float32Array): number {
  let strongest = 0
  for (let k = voiced.from; k <= voiced.to; k++) strongest = Math.max(strongest, power[k]!)
  if (strongest === 0) return 0
  let sum = 0
  for (let k = voiced.from; k <= voiced.to; k++)
    sum += Math.log10(Math.max(power[k]! / strongest, leastShare))
  return (-10 * sum) / (voiced.to - voiced.from + 1)
}

/**
 * Measures sound frame by frame; `add` accepts 512 signed 16-bit samples at 16 kHz.
 * @param expected approximate number of frames
 *
 * Level is in dBFS of the RMS. Flux, band shares and tone are ratios, so they don't change with the volume.
 */
export function createSoundMeter(expected = 1024) {
  const spectrum = createPowerSpectrum(soundFrame)
  const window = Float32Array.from(
    { length: soundFrame },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / soundFrame),
  )
  const samples = new Float32Array(soundFrame)
  const power = new Float32Array(soundFrame / 2 + 1)
  const magnitude = new Float32Array(soundFrame / 2 + 1)
  const bandOf = Uint8Array.from(power, (_, k) => bandEnds.findIndex(end => k * binHz <= end))
  const bands = new Float64Array(bandEnds.length)
  const out = {
    db: new GrowableFloats(expected),
    flux: new GrowableFloats(expected),
    low: new GrowableFloats(expected),
    engine: new GrowableFloats(expected),
    voice: new GrowableFloats(expected),
    high: new GrowableFloats(expected),
    tone: new GrowableFloats(expected),
  }

  return {
    add(frame: Int16Array): void {
      let energy = 0
      let offset = 0
      for (let i = 0; i < soundFrame; i++) offset += frame[i]!
      offset /= soundFrame
      for (let i = 0; i < soundFrame; i++) {
        const value = (frame[i]! - offset) / 32768
        energy += value * value
        samples[i] = value * window[i]!
      }
      spectrum(samples, power)
      bands.fill(0)
      let total = 0
      let rise = 0
      let both = 0
      for (let k = 1; k < power.length; k++) {
        const now = Math.sqrt(power[k]!)
        if (now > magnitude[k]!) rise += now - magnitude[k]!
        both += now + magnitude[k]!
        magnitude[k] = now
        bands[bandOf[k]!]! += power[k]!
        total += power[k]!
      }
      const rms = Math.sqrt(energy / soundFrame)
      out.db.push(rms > 0 ? Math.max(silence, 20 * Math.log10(rms)) : silence)
      out.flux.push(both > 0 ? rise / both : 0)
      const share = (band: number) => (total > 0 ? bands[band]! / total : 0)
      out.low.push(share(0))
      out.engine.push(share(1))
      out.voice.push(share(2))
      out.high.push(share(3))
      out.tone.push(standOut(power))
    },
    finish: (): SoundFeatures => ({
      hz: soundRate / soundFrame,
      db: out.db.finish(),
      flux: out.flux.finish(),
      low: out.low.finish(),
      engine: out.engine.finish(),
      voice: out.voice.finish(),
      high: out.high.finish(),
      tone: out.tone.finish(),
    }),
  }
}
