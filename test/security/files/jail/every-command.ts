import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { decodeCommand, planDecode } from '#server/analysis/signals/plan.ts'
import { clipCommand } from '#server/clips/commands.ts'
import { prepareReel, type ReelRequest, reelCommand } from '#server/clips/reel/reel-command.ts'
import type { Part } from '#server/clips/rules.ts'
import {
  ffprobeCommand,
  joinCommand,
  joinList,
  joinListName,
  type MediaCommand,
} from '#server/core/media/command.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import { decodeMusicCommand, encodeMusicCommand, storedKind } from '#server/music/commands.ts'
import {
  coverPictureCommand,
  grayFramesCommand,
  keyPicturesCommand,
  ladderCommand,
  remuxCommand,
  shareCommand,
  soundCommand,
  thumbnailCommand,
} from '#server/streaming/commands.ts'

interface Given {
  /** a ride of 4 s with sound, an MP4 with only sound and a picture */
  files: { ride: string; music: string; picture: string }
  probe: Probe
  folder: string
}

const rendition = { width: 320, height: 180, fps: 30, maxBitrate: 400_000, audioBitrate: 64_000 }
const part: Part = { start: 1, end: 2, focus: [] }

/** A call of every function that makes one, by its name. The folder is fresh. */
export const everyCommand: Record<string, (given: Given) => MediaCommand | Promise<MediaCommand>> = {
  ffprobeCommand: ({ files }) =>
    ffprobeCommand({ file: files.ride, demuxer: 'mov' }, ['-show_streams', '-of', 'json']),
  remuxCommand: async ({ files, probe, folder }) => {
    await mkdir(path.join(folder, '0'))
    return remuxCommand(files.ride, probe, folder)
  },
  ladderCommand: async ({ files, probe, folder }) => {
    for (const name of ['0', '1']) await mkdir(path.join(folder, name))
    return ladderCommand(files.ride, probe, [rendition, { ...rendition, width: 160, height: 90 }], folder)
  },
  soundCommand: ({ files, probe, folder }) =>
    soundCommand({ file: files.ride, probe, renditions: [rendition], folder, name: 'out.mp4' }),
  shareCommand: ({ files, probe, folder }) =>
    shareCommand({ file: files.ride, probe, folder, name: 'out.mp4', copy: true }),
  grayFramesCommand: ({ files, probe }) => grayFramesCommand(files.ride, probe, [0.5, 1]),
  thumbnailCommand: ({ files, probe }) => thumbnailCommand(files.ride, probe, 1, 90),
  keyPicturesCommand: ({ files, probe }) => keyPicturesCommand(files.ride, probe, 1, 90),
  coverPictureCommand: ({ files }) =>
    coverPictureCommand({ file: files.picture, demuxer: 'jpeg_pipe', decoder: 'mjpeg', height: 90 }),
  decodeCommand: ({ files, probe }) => {
    const { width, height, fps, hasBFrames } = probe.video
    const input = {
      width,
      height,
      fps,
      hasBFrames,
      durationSeconds: probe.durationSeconds,
      streams: streamsWeWrote(true),
    }
    const wanted = { ...input, path: files.ride, codec: 'h264', sizeBytes: probe.sizeBytes }
    return decodeCommand(planDecode(wanted), { file: files.ride, demuxer: 'mov' }, wanted)
  },
  clipCommand: ({ files, probe, folder }) =>
    clipCommand({ file: files.ride, probe, format: 'wide', parts: [part], folder, name: 'out.mp4' }),
  reelCommand: async ({ files, probe, folder }) => {
    const request: ReelRequest = {
      ...{ file: files.ride, probe, format: 'wide', folder, name: 'out.mp4', music: files.music },
      recipe: {
        title: { text: 'A ride', frames: 15 },
        music: { file: 'music', seconds: 2 },
        pieces: [{ ...part, at: 0.5, frames: 30, slow: null }],
      },
    }
    await prepareReel(request)
    return reelCommand(request)
  },
  decodeMusicCommand: ({ files }) => decodeMusicCommand(files.music, storedKind, { stream: 0, seconds: 1 }),
  encodeMusicCommand: ({ files, folder }) =>
    encodeMusicCommand(files.music, storedKind, { stream: 0, gain: 1, folder, name: 'out.mp4' }),
  joinCommand: async ({ files, folder }) => {
    await writeFile(path.join(folder, joinListName), joinList([4, 4]))
    return joinCommand({ files: [files.ride, files.ride], streams: [0, 1], folder, name: 'out.mp4' })
  },
}
