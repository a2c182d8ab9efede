import { mayDecode } from './allowed.ts'

declare const chosen: unique symbol

/**
 * Which streams of a file are its picture and its sound, by index. Chosen once, and passed on as a value: a command of
 * ffmpeg names 'picture' and 'sound', and has no way to choose others.
 */
export interface StreamChoice {
  readonly [chosen]: true
  readonly picture: number | null
  readonly sound: number | null
}

const choice = (picture: number | null, sound: number | null) => ({ picture, sound }) as StreamChoice

/** What was chosen for a rider's file when it was probed. */
export const streamsOf = (probe: {
  video: { index: number }
  audio: { index: number } | null
}): StreamChoice => choice(probe.video.index, probe.audio?.index ?? null)

/** Of a file that we wrote: every output has the picture first. */
export const streamsWeWrote = (hasSound: boolean): StreamChoice => choice(0, hasSound ? 1 : null)

/** Of a still picture. */
export const onlyPicture: StreamChoice = choice(0, null)

/** Of a file with nothing to see. */
export const onlySound = (index = 0): StreamChoice => choice(null, index)

/** What ffprobe says about a stream, as far as it matters for the choice. */
export interface ListedStream {
  index: number
  codec_type?: string | undefined
  codec_name?: string | undefined
  nb_frames?: number | undefined
  nb_read_packets?: number | undefined
  duration?: number | undefined
  channels?: number | undefined
  disposition?: Partial<Record<string, number>> | undefined
}

/** Pictures that belong to a film without being it. */
const beside = ['attached_pic', 'still_image', 'timed_thumbnails']
/** Sound that comments on a film. */
const about = ['comment', 'visual_impaired', 'hearing_impaired']

const has = ({ disposition }: ListedStream, names: readonly string[]) =>
  names.some(name => disposition?.[name])
export const framesOf = (stream: ListedStream): number | null =>
  stream.nb_frames ?? stream.nb_read_packets ?? null

/** A stream at least this long, compared with the longest of its kind, can be the film. */
const longEnough = 0.5

/** The best of some streams: the default one of those that last, then the one with the most frames, then the longest. */
function best<Stream extends ListedStream>(streams: readonly Stream[]): Stream | null {
  const last = (pick: (stream: Stream) => number | null | undefined, of = streams) => {
    const longest = Math.max(0, ...of.map(stream => pick(stream) ?? 0))
    return of.filter(stream => (pick(stream) ?? longest) >= longest * longEnough)
  }
  const lasting = last(stream => stream.duration, last(framesOf))
  const [first] = lasting.toSorted(
    (a, b) =>
      (b.disposition?.default ?? 0) - (a.disposition?.default ?? 0) ||
      (framesOf(b) ?? 0) - (framesOf(a) ?? 0) ||
      (b.duration ?? 0) - (a.duration ?? 0) ||
      a.index - b.index,
  )
  return first ?? null
}

/** Moving pictures, whether or not we can decode them. */
export const movingPictures = <Stream extends ListedStream>(streams: readonly Stream[]): Stream[] =>
  streams.filter(s => s.codec_type === 'video' && !has(s, beside) && framesOf(s) !== 0)

/** The picture and the sound of a file, of the streams that we can decode; null where there is none. */
export function chooseStreams<Stream extends ListedStream>(streams: readonly Stream[]) {
  const decodable = (s: Stream) => s.codec_name !== undefined && mayDecode(s.codec_name)
  const sounds = streams.filter(
    s => s.codec_type === 'audio' && decodable(s) && (s.channels ?? 0) > 0 && framesOf(s) !== 0,
  )
  const plain = sounds.filter(s => !has(s, about))
  return {
    picture: best(movingPictures(streams).filter(decodable)),
    sound: best(plain.length ? plain : sounds),
  }
}
