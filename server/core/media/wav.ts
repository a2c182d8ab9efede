/** Bytes before the samples of a WAV file. */
export const wavHeaderBytes = 44
/** Of both channels at one moment. */
export const wavFrameBytes = 4

/** A 16-bit stereo WAV file of so many silent samples. @param rate in Hz */
export function silentWav(samples: number, rate: number): Buffer {
  const bytes = Buffer.alloc(wavHeaderBytes + samples * wavFrameBytes)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * wavFrameBytes, 28)
  bytes.writeUInt16LE(wavFrameBytes, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples * wavFrameBytes, 40)
  return bytes
}
