import { bedRate } from '#contract/reels/beds.ts'
import type { MusicBeats } from '#contract/reels/music.ts'
import { beatSeconds, beatsOf, onsetRate } from './beats.ts'

const hop = bedRate / onsetRate
/** Shares of a one-pole low-pass filter a sample. */
const pole = (hertz: number) => 1 - Math.exp((-2 * Math.PI * hertz) / bedRate)
const poles = { low: pole(150), high: pole(3000) }

/**
 * Measures decoded music piece by piece: signed 16-bit stereo at 48 kHz.
 * Its onset curve is the sum of the rises of the logarithm of energy in three bands.
 */
export function musicMeter() {
  const onsets = new Float32Array(beatSeconds * onsetRate)
  const energy = new Float64Array(3)
  const before = new Float64Array(3)
  let rest: Buffer = Buffer.alloc(0)
  let [samples, loudest, low, middle, inHop, hops] = [0, 0, 0, 0, 0, 0]

  const endHop = () => {
    let rise = 0
    for (let band = 0; band < 3; band++) {
      const level = Math.log1p((energy[band]! / hop) * 1e4)
      rise += Math.max(0, level - before[band]!)
      before[band] = level
    }
    // The first one rises from nothing, whatever it is.
    onsets[hops] = hops === 0 ? 0 : rise
    energy.fill(0)
    inHop = 0
    hops++
  }

  return {
    add(chunk: Buffer): void {
      const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
      const whole = bytes.length - (bytes.length % 4)
      for (let at = 0; at < whole; at += 4) {
        const [left, right] = [bytes.readInt16LE(at), bytes.readInt16LE(at + 2)]
        loudest = Math.max(loudest, Math.abs(left), Math.abs(right))
        samples++
        if (hops === onsets.length) continue
        const value = (left + right) / 65_536
        low += (value - low) * poles.low
        middle += (value - middle) * poles.high
        energy[0]! += low * low
        energy[1]! += (middle - low) ** 2
        energy[2]! += (value - middle) ** 2
        if (++inHop === hop) endHop()
      }
      rest = bytes.subarray(whole)
    },
    /** @returns seconds, the loudest sample from 0 to 1, and the beat */
    finish: (): { seconds: number; peak: number; beats: MusicBeats | null } => ({
      seconds: samples / bedRate,
      peak: loudest / 32_768,
      beats: beatsOf(onsets.subarray(0, hops)),
    }),
  }
}
