import { sentences as mediaSentences } from '#sentences/media.ts'
import { containerOf } from '#server/core/media/container.ts'
import { isShort } from '#server/core/media/damage.ts'
import { UnusableVideoError } from '#server/core/media/probe.ts'
import type { AnalysisInput, Progress, Signals } from '../types.ts'
import { createEgoMotionMeter } from './ego-motion.ts'
import { moveByPackets, readPackets } from './packets.ts'
import { createPictureMeter } from './picture.ts'
import { createFramer, runPipes, type Tap } from './pipes.ts'
import { type DecodePlan, decodeCommand, planDecode } from './plan.ts'
import { createSoundMeter, soundFrame, soundRate } from './sound.ts'

/**
 * A pass may take this many times its predicted CPU seconds, and at least ten minutes, because the machine
 * may be busy.
 */
const patience = 6
const patienceFloor = 600
const niceness = 10
/** Seconds for which memory is reserved at once, whatever a header claims; beyond that it grows as needed. */
const roomSeconds = 4 * 3600
const slack = 64

const timeoutMs = (plan: DecodePlan) => Math.max(patienceFloor, plan.cpuSeconds * patience) * 1000

/**
 * Decodes a video once and measures its picture and sound in the same pass; memory grows by about 4 kB per
 * second of video.
 * @param tap receives what is decoded
 * @throws UnusableVideoError when the container isn't accepted or no frame could be decoded;
 *   MediaProcessError when ffmpeg fails; the signal's reason when aborted
 */
export async function readSignals(
  input: AnalysisInput,
  onProgress: Progress,
  signal?: AbortSignal,
  plan = planDecode(input),
  tap: Tap = {},
): Promise<Signals> {
  const container = await containerOf(input.path)
  if (!container) throw new UnusableVideoError(mediaSentences.unknownKind)
  const source = { file: input.path, demuxer: container.demuxer }
  const room = Math.min(roomSeconds, input.durationSeconds)
  const picture = createPictureMeter(plan.width, plan.height, plan.hz, room * plan.hz + slack)
  const ego = plan.egoHz
    ? createEgoMotionMeter(plan.width, plan.height, plan.egoHz, room * plan.egoHz + slack)
    : null
  const sound = createSoundMeter((room * soundRate) / soundFrame + slack)
  const expected = Math.max(1, input.durationSeconds * plan.hz)
  let frames = 0
  const soundBytes = new Uint8Array(soundFrame * 2)
  const soundSamples = new Int16Array(soundBytes.buffer)

  await runPipes(decodeCommand(plan, source, input), {
    onPicture: createFramer(picture.frameBytes, frame => {
      picture.add(frame)
      tap.picture?.(frame, plan)
      frames++
      if (frames % plan.hz === 0) onProgress(Math.min(1, frames / expected), 'Watching and listening')
    }),
    onSound: createFramer(soundBytes.length, frame => {
      tap.sound?.(frame)
      soundBytes.set(frame)
      sound.add(soundSamples)
    }),
    onLuma: ego ? createFramer(ego.frameBytes, ego.add) : () => undefined,
    signal,
    timeoutMs: timeoutMs(plan),
    niceness,
  })
  if (frames === 0) throw new UnusableVideoError(mediaSentences.noFrames)

  const features = picture.finish()
  if (plan.mode === 'keyframes') {
    const packets = await readPackets(source, input.streams, plan.hz, { timeoutMs: timeoutMs(plan), signal })
    moveByPackets(features, packets.flow(frames), plan.hz)
  }
  const end = frames / plan.hz
  return {
    // A damaged file ends early.
    durationSeconds: isShort(end, input.durationSeconds) ? end : input.durationSeconds,
    quality: plan.quality,
    pictureHz: plan.hz,
    picture: features,
    sound: input.streams.sound !== null ? sound.finish() : null,
    ego: ego ? ego.finish() : null,
    closeups: [],
  }
}
