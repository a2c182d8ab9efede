import type { FocusPoint } from '#contract/analysis.ts'
import type { Clip } from '#contract/clips.ts'
import { ffmpegCommand, type MediaCommand, withoutEncoderNote } from '#server/core/media/command.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { streamsOf } from '#server/core/media/streams.ts'
import { type GaugePlan, gaugeFilter } from './gauges/plan.ts'
import { type Frame, fpsOf, frameOf, type Part } from './rules.ts'

/** Long enough that no joint clicks, too short to be heard as a fade. */
const jointSeconds = 0.04

const number = (value: number) => value.toFixed(4)

/**
 * The crop's left edge over time as an ffmpeg expression: straight lines between the points, t in seconds.
 * One nested if() per section, so that only one applies.
 */
export function focusExpression(points: FocusPoint[]): string {
  const [first, ...rest] = points
  if (!first) return '0.5'
  let expression = number(points.at(-1)?.x ?? first.x)
  for (let i = rest.length - 1; i >= 0; i--) {
    const from = points[i] as FocusPoint
    const to = rest[i] as FocusPoint
    const span = Math.max(0.001, to.time - from.time)
    const line = `${number(from.x)}+(${number(to.x - from.x)})*(t-${number(from.time)})/${number(span)}`
    expression = `if(lt(t,${number(to.time)}),${line},${expression})`
  }
  return `if(lt(t,${number(first.time)}),${number(first.x)},${expression})`
}

/** The filter that crops a part of the source, moving with its focus; '' when the whole picture is shown. */
export function cropFilter({ crop }: Frame, part: { start: number; focus: FocusPoint[] }): string {
  if (!crop) return ''
  const at = focusExpression(part.focus.map(p => ({ ...p, time: p.time - part.start })))
  return `crop=${crop.width}:${crop.height}:'clip((${at})*iw-ow/2,0,iw-ow)':(ih-oh)/2,`
}

/** How clips are encoded. */
export const clipEncoding = (hasSound: boolean): string[] => [
  ...(hasSound ? ['-c:a', 'aac', '-b:a', '160k'] : []),
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '20'],
  ...withoutEncoderNote,
]

/**
 * Renders parts of one file in sequence to a single MP4 that can start playing before it is complete. Every
 * part is decoded from its keyframe on, so its first frame is exactly the requested one.
 */
export function clipCommand(given: {
  file: string
  probe: Probe
  format: Clip['format']
  parts: Part[]
  folder: string
  name: string
  gauges?: GaugePlan | null
}): MediaCommand {
  const { file, probe, parts } = given
  const frame = frameOf(probe, given.format)
  const fps = fpsOf(probe)
  const pictures = parts.map((part, i) => {
    const crop = cropFilter(frame, part)
    return `[${i}:picture]fps=${fps},${crop}scale=${frame.width}:${frame.height}:flags=bicubic,setsar=1,format=yuv420p${given.gauges ? `[bare${i}]` : `[v${i}]`}`
  })
  const sounds = probe.audio
    ? parts.map((p, i) => {
        const end = Math.max(0, p.end - p.start - jointSeconds)
        return `[${i}:sound]aresample=48000,aformat=channel_layouts=stereo,afade=t=in:d=${jointSeconds},afade=t=out:st=${number(end)}:d=${jointSeconds}[a${i}]`
      })
    : []
  const gauges = given.gauges
    ? gaugeFilter(given.gauges, {
        input: parts.length,
        fps,
        height: frame.height,
        from: part => `[bare${part}]`,
        to: part => `[v${part}]`,
      })
    : []
  const labels = parts.map((_, i) => (probe.audio ? `[v${i}][a${i}]` : `[v${i}]`)).join('')
  const concat = `${labels}concat=n=${parts.length}:v=1:a=${probe.audio ? 1 : 0}[v]${probe.audio ? '[a]' : ''}`
  return ffmpegCommand({
    file,
    demuxer: probe.demuxer,
    streams: streamsOf(probe),
    folder: given.folder,
    progress: true,
    parts: parts.map(p => ({ start: p.start, seconds: p.end - p.start })),
    ...(given.gauges ? { fed: { ...given.gauges.sheet, rate: given.gauges.rate } } : {}),
    filter: [...pictures, ...gauges, ...sounds, concat].join(';'),
    outputs: [
      {
        maps: probe.audio ? ['[v]', '[a]'] : ['[v]'],
        options: clipEncoding(probe.audio !== null),
        to: { kind: 'mp4', name: given.name },
      },
    ],
  })
}
