import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { musicLimits } from '#contract/reels/music-limits.ts'
import { sentences } from '#sentences/music.ts'
import { isOverBudget } from '#server/core/http/errors.ts'
import { defineJob, type JobContext } from '#server/core/jobs/definition.ts'
import { movEnd } from '#server/core/media/container.ts'
import { MediaProcessError, readMedia, runMedia, withProbe } from '#server/core/media/process.ts'
import { jobOf } from '#server/core/module.ts'
import { withLocal } from '#server/core/objects/store.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { chargedToOwner } from '#server/videos/index.ts'
import { decodeMusicCommand, encodeMusicCommand, shownOfMusic } from './commands.ts'
import { isWholeWav, kindOfMusic, type MusicKind, UnusableMusicError } from './kinds.ts'
import { musicMeter } from './measure.ts'
import { type MusicRow, musicFolder, ownerOfMusic, unsafeFindMusic, updateMusic } from './store.ts'

type ReadDeps = Pick<Deps, 'db' | 'objects'>
interface Running {
  signal: AbortSignal
  timeoutMs: number
  niceness: number
}

/** How loud the loudest sample is: with the ducked ride added, nothing clips. */
const peak = 0.72
/** Below this nothing can be heard, 0 to 1. */
const silence = 0.001
/** By how much a header may promise more than there is, seconds: the last packets of some encoders. */
const leeway = 1
const outName = 'music.m4a'

const probed = z.object({
  format: z.object({ duration: z.coerce.number().optional() }).default({}),
  streams: z
    .array(
      z.object({
        index: z.number(),
        codec_type: z.string().optional(),
        disposition: z.object({ attached_pic: z.number().optional() }).optional(),
      }),
    )
    .default([]),
})

/** Its only sound, and how long it says to be; a cover picture may be beside it, and no video. */
async function soundIn(file: string, kind: MusicKind, running: Running) {
  const { demuxer } = kind
  const text = await withProbe({ file, demuxer }, shownOfMusic, command => readMedia(command, running))
  const { streams, format } = probed.parse(JSON.parse(text))
  const sounds = streams.filter(stream => stream.codec_type === 'audio')
  const moves = streams.some(s => s.codec_type === 'video' && !s.disposition?.attached_pic)
  const [sound] = sounds
  if (!sound || sounds.length > 1 || moves) throw new UnusableMusicError(sentences.notAudio)
  if ((format.duration ?? 0) > musicLimits.seconds + leeway) throw new UnusableMusicError(sentences.tooLong)
  return { stream: sound.index, promised: format.duration ?? 0 }
}

async function isWhole(file: string, { demuxer }: MusicKind): Promise<boolean> {
  if (demuxer === 'mov') return (await movEnd(file)).missing === 0
  return demuxer === 'wav' ? isWholeWav(file) : true
}

async function measure(file: string, kind: MusicKind, stream: number, running: Running) {
  const meter = musicMeter()
  const command = decodeMusicCommand(file, kind, { stream, seconds: musicLimits.seconds + leeway })
  await runMedia(command, {
    ...running,
    onStdout: pipe => pipe.on('data', (chunk: Buffer) => meter.add(chunk)),
  })
  return meter.finish()
}

/** @throws UnusableMusicError with a sentence for the rider */
async function readSound(file: string, folder: string, running: Running) {
  const kind = await kindOfMusic(file)
  if (!(await isWhole(file, kind))) throw new UnusableMusicError(sentences.broken)
  const { stream, promised } = await soundIn(file, kind, running)
  const { seconds, peak: loudest, beats } = await measure(file, kind, stream, running)
  if (seconds > musicLimits.seconds) throw new UnusableMusicError(sentences.tooLong)
  // The compressed kinds say in their header how long they are; what an AAC stream says is a guess.
  if (kind.demuxer !== 'aac' && seconds < promised - leeway) throw new UnusableMusicError(sentences.broken)
  if (seconds < musicLimits.shortest) throw new UnusableMusicError(sentences.tooShort)
  if (loudest < silence) throw new UnusableMusicError(sentences.silent)
  const gain = peak / loudest
  await runMedia(encodeMusicCommand(file, kind, { stream, gain, folder, name: outName }), running)
  return { seconds, beats }
}

async function fail(deps: ReadDeps, id: string, sentKey: string | null, why: Sentence): Promise<void> {
  await updateMusic(deps.db, id, { status: 'failed', error: why, sent_key: null })
  if (sentKey) await deps.objects.delete(sentKey)
}

/** Reads one uploaded file. Of the file itself nothing is kept, whatever becomes of it. */
async function readMusic(deps: ReadDeps, row: MusicRow, { signal, log }: JobContext): Promise<void> {
  const { id: musicId, sent_key: sentKey } = row
  if (row.status !== 'reading' || !sentKey) return
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-music-'))
  try {
    const running = { signal, timeoutMs: 180_000, niceness: 5 }
    const { seconds, beats } = await withLocal(deps.objects, sentKey, file =>
      readSound(file, folder, running),
    )
    const key = `${musicFolder(row.video_id)}${musicId}.m4a`
    await deps.objects.putFile(key, path.join(folder, outName), 'audio/mp4')
    const kept = await updateMusic(deps.db, musicId, {
      status: 'ready',
      object_key: key,
      sent_key: null,
      duration_seconds: seconds,
      bpm: beats?.bpm ?? null,
      first_beat: beats?.first ?? null,
    })
    await deps.objects.delete(sentKey)
    if (!kept) await deps.objects.delete(key)
  } catch (error) {
    if (isOverBudget(error)) return await fail(deps, musicId, sentKey, error.sentence)
    // A full disk is ours, and the next attempt may have room.
    const unusable = error instanceof MediaProcessError && error.cause === undefined && !signal.aborted
    if (!(error instanceof UnusableMusicError) && !unusable) throw error
    log.info({ musicId, detail: error instanceof MediaProcessError ? error.detail : '' }, 'unusable music')
    await fail(
      deps,
      musicId,
      sentKey,
      error instanceof UnusableMusicError ? error.sentence : sentences.broken,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads uploaded music: checks it, finds its beat, and encodes its sound for the store. */
export const musicJob = defineJob({
  name: 'music.read',
  schema: z.object({ musicId: z.uuid() }),
  key: data => data.musicId,
  personOf: (db, { musicId }) => ownerOfMusic(db, musicId),
  retries: 3,
  timeoutSeconds: 600,
  concurrency: 1,
})

export const musicHandler = jobOf<Deps, { musicId: string }>(musicJob, {
  async run(system, { musicId }, context) {
    const row = await unsafeFindMusic(system.db, musicId)
    if (row) await chargedToOwner(system, row.video_id, () => readMusic(system, row, context))
  },
  async giveUp(system, { musicId }) {
    const row = await unsafeFindMusic(system.db, musicId)
    if (row?.status === 'reading') await fail(system, musicId, row.sent_key, sentences.readFailed)
  },
})
