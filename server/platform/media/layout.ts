import { z } from 'zod'
import { ffprobeCommand } from './command.ts'
import { readMedia } from './process.ts'

/** A stream of a file, by what must be equal for files to be joined without encoding. */
export interface StreamLayout {
  index: number
  kind: 'video' | 'audio' | 'telemetry'
  /** codec and settings as one text to compare */
  setup: string
  seconds: number
}

const answer = z.object({
  streams: z
    .array(
      z.object({
        index: z.number(),
        codec_type: z.string().optional(),
        codec_name: z.string().optional(),
        codec_tag_string: z.string().optional(),
        profile: z.union([z.string(), z.number()]).optional(),
        pix_fmt: z.string().optional(),
        width: z.number().optional(),
        height: z.number().optional(),
        sample_rate: z.string().optional(),
        channels: z.number().optional(),
        time_base: z.string().optional(),
        duration: z.coerce.number().optional(),
        extradata_hash: z.string().optional(),
        disposition: z.object({ attached_pic: z.number().optional() }).optional(),
      }),
    )
    .default([]),
})

/** Codecs whose setup is stored once for the whole file. H.264 repeats it in the joined file. */
const setUpOnce = (codec: string | undefined) => codec !== 'h264'

/** The picture, sound and telemetry streams of an MP4 or QuickTime file, one of each at most. */
export async function layoutOf(file: string, signal?: AbortSignal): Promise<StreamLayout[]> {
  const show = ['-show_streams', '-show_data_hash', 'sha256', '-of', 'json']
  const text = await readMedia(ffprobeCommand({ file, demuxer: 'mov' }, show), { signal, timeoutMs: 60_000 })
  const found: StreamLayout[] = []
  for (const s of answer.parse(JSON.parse(text)).streams) {
    const kind =
      s.codec_type === 'video' && !s.disposition?.attached_pic
        ? 'video'
        : s.codec_type === 'audio'
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
  return found
}
