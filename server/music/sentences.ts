import { musicLimits } from '#contract/reels/music-limits.ts'
import { catalog } from '#server/core/sentences.ts'

const megabytes = musicLimits.bytes / 1e6
const minutes = musicLimits.seconds / 60

/** Why music can't be used. */
export const sentences = catalog('music', {
  broken: "The music file is damaged or incomplete, and we couldn't read it. Export it again and retry.",
  enough: `A video can have up to ${musicLimits.files} music files. Delete one first.`,
  inUse: 'A reel uses this music. Choose other music there first.',
  notAllowed: "This reel has the rider's own music. Allow this music in Review before you publish the reel.",
  notAudio: "This isn't a music file we can read. Choose an MP3, M4A, AAC, WAV, Ogg, Opus or FLAC file.",
  notReady: "We're still reading this music. Try again in a moment.",
  readFailed: "We couldn't read this music file. Upload it again; if it keeps failing, contact us.",
  sendAsBytes: 'Send the music as application/octet-stream.',
  silent: 'This music file has no sound. Choose another one.',
  startsTooLate: ({ latest }: { latest: number }) =>
    `The chosen part of the music starts too late. Choose a start up to ${latest.toFixed(1)} seconds.`,
  tooLarge: `This music file is larger than ${megabytes} MB. Choose a smaller one.`,
  tooLong: `This music is longer than ${minutes} minutes. Choose a shorter file.`,
  tooShort: `This music is shorter than ${musicLimits.shortest} seconds. Choose a longer file.`,
  unusable: "This music can't be used. Choose other music for the reel.",
})
