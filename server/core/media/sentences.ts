import { catalog } from '../sentences.ts'

/** Why a file can't be used as a video. */
export const sentences = catalog('media', {
  broken:
    "The file is damaged or incomplete, and we couldn't read its video. Copy it from the camera again and retry.",
  noFrames: "We couldn't decode a single frame of this video. Copy it from the camera again and retry.",
  noPicture: 'This file has no video, only other data. Choose a file with a picture.',
  notSupported: ({ codec }: { codec: string }) =>
    `Part of this file is in a format we don't support (${codec}). Export it as H.264 or HEVC with AAC sound and upload that.`,
  unknownKind: "This file isn't a kind of video we can read.",
})
