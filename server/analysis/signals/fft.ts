/**
 * Power spectrum of a real signal: |X[k]|² for k = 0 … n/2, by an in-place radix-2 Cooley–Tukey FFT.
 * Tables and work arrays are kept, so a call allocates nothing.
 * @param size number of samples, a power of two
 */
export function createPowerSpectrum(size: number): (samples: Float32Array, power: Float32Array) => void {
  const bits = Math.log2(size)
  if (!Number.isInteger(bits)) throw new RangeError(`FFT size ${size} is not a power of two`)
  const cos = new Float64Array(size / 2)
  const sin = new Float64Array(size / 2)
  for (let i = 0; i < size / 2; i++) {
    cos[i] = Math.cos((2 * Math.PI * i) / size)
    sin[i] = Math.sin((2 * Math.PI * i) / size)
  }
  const reversed = new Uint32Array(size)
  for (let i = 1; i < size; i++) reversed[i] = (reversed[i >> 1]! >> 1) | ((i & 1) << (bits - 1))
  const re = new Float64Array(size)
  const im = new Float64Array(size)

  return (samples, power) => {
    for (let i = 0; i < size; i++) {
      re[reversed[i]!] = samples[i]!
      im[i] = 0
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half)
      for (let base = 0; base < size; base += 2 * half) {
        for (let k = 0; k < half; k++) {
          const c = cos[k * step]!
          const s = sin[k * step]!
          const a = base + k
          const b = a + half
          const tr = re[b]! * c + im[b]! * s
          const ti = im[b]! * c - re[b]! * s
          re[b] = re[a]! - tr
          im[b] = im[a]! - ti
          re[a] = re[a]! + tr
          im[a] = im[a]! + ti
        }
      }
    }
    for (let k = 0; k <= size / 2; k++) power[k] = re[k]! * re[k]! + im[k]! * im[k]!
  }
}
