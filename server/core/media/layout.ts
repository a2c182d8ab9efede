import { z } from 'zod'
import { probedStream } from './probe.ts'
import { readMedia, withProbe } from './process.ts'
import type { StreamChoice } from './streams.ts'

const kinds = ['video', 'audio', 'telemetry'] as const

/** A stream of a file, by what must be equal for files to be joined without encoding. */
export interface StreamLayout {
  index: number
  kind: (typeof kinds)[number]
  /** codec and settings as one text to compare */
  setup: string
  seconds: number
}

const answer = z.object({
  streams: z
    .array(probedStream.extend({ time_base: z.string().optional(), extradata_hash: z.string().optional() }))
    .default([]),
})

/** Codecs whose setup is stored once for the whole file. H.264 repeats it in the joined file. */
const setUpOnce = (codec: string | undefined) => codec !== 'h264'

/**
 * The chosen picture and sound of an MP4 or QuickTime file and its telemetry, in this order, one of each at most.
 */
export async function layoutOf(
  file: string,
  streams: StreamChoice,
  signal?: AbortSignal,
): Promise<StreamLayout[]> {
  const show = ['-show_streams', '-show_data_hash', 'sha256', '-of', 'json']
  const text = await withProbe({ file, demuxer: 'mov' }, show, command =>
    readMedia(command, { signal, timeoutMs: 60_000 }),
  )
  const found: StreamLayout[] = []
  for (const s of answer.parse(JSON.parse(text)).streams) {
    const kind =
      s.index === streams.picture
        ? 'video'
        : s.index === streams.sound
          ? 'audio'
          : s.codec_tag_string === 'gpmd'
            ? 'telemetry'
            : null
    if (!kind || found.some(other => other.kind === kind)) continue
    const picture = [s.profile, s.pix_fmt, s.width, s.height]
    const own = setUpOnce(s.codec_name) ? s.extradata_hash : null
    const setup = [s.codec_name, s.codec_tag_string, s.time_base, ...picture, s.sample_rate, s.channels, own]
    found.push({ index: s.index, kind, setup: setup.join(' '), seconds: s.duration ?? 0 })
  }
  return kinds.flatMap(kind => found.find(stream => stream.kind === kind) ?? [])
}
