import type { Probe } from '#server/core/media/probe.ts'

/** The probe result of a ten-second file, for video rows without a file. */
export const anyProbe: Probe = {
  demuxer: 'mov',
  durationSeconds: 10,
  sizeBytes: 1,
  video: {
    index: 0,
    codec: 'h264',
    profile: 'High',
    level: 41,
    pixelFormat: 'yuv420p',
    width: 1920,
    height: 1080,
    rotation: 0,
    fps: 30,
    hasBFrames: false,
    transfer: null,
  },
  audio: null,
  recordedAt: null,
}
