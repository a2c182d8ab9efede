/** What decodes a film and encodes it again. */
export interface Hardware {
  decoder: VideoDecoderConfig
  encoder: VideoEncoderConfig
}

/**
 * What the device's own hardware would use for this; null when it can't do both. Without it a minute of 4K takes half an
 * hour and the battery. This is the only place that decides it.
 */
export async function hardwareFor({ decoder, encoder }: Hardware): Promise<Hardware | null> {
  // Browsers have these on pages with TLS only, and some don't have them at all.
  if (!('VideoEncoder' in window && 'VideoDecoder' in window && 'getDirectory' in (navigator.storage ?? {})))
    return null
  const hardwareAcceleration = 'prefer-hardware'
  try {
    const [decoding, encoding] = await Promise.all([
      VideoDecoder.isConfigSupported({ ...decoder, hardwareAcceleration }),
      VideoEncoder.isConfigSupported({ ...encoder, hardwareAcceleration }),
    ])
    if (!decoding.supported || !encoding.supported || !decoding.config || !encoding.config) return null
    return { decoder: decoding.config, encoder: encoding.config }
  } catch (error) {
    // A codec that the browser has never heard of.
    if (error instanceof TypeError) return null
    throw error
  }
}

/** H.264 High, level 4.2: 1080p with up to 64 frames a second, played by everything since 2012. */
export const encoderFor = ({
  width,
  height,
  rate,
  bitrate,
}: {
  width: number
  height: number
  rate: number
  bitrate: number
}): VideoEncoderConfig => ({
  codec: 'avc1.64002a',
  width,
  height,
  framerate: rate,
  bitrate,
  bitrateMode: 'constant',
})

/** Whether the hardware can make anything smaller: asked before there is a film. */
export const hasHardware = async (): Promise<boolean> =>
  (await hardwareFor({
    decoder: { codec: 'avc1.640028', codedWidth: 1920, codedHeight: 1080 },
    encoder: encoderFor({ width: 1920, height: 1080, rate: 30, bitrate: 8_000_000 }),
  })) !== null
