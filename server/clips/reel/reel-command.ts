import type { Clip } from '#contract/clips.ts'
import { bedRate } from '#contract/reels/beds.ts'
import { duckedLevel, reelFps, slowMotion } from '#contract/reels/limits.ts'
import { musicFade, startOfMusic } from '#contract/reels/music-limits.ts'
import { ffmpegCommand, type MediaCommand, type Places } from '#server/core/media/command.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { streamsOf } from '#server/core/media/streams.ts'
import { clipEncoding, cropFilter } from '../commands.ts'
import { type GaugePlan, gaugeFilter } from '../gauges/plan.ts'
import { type Frame, frameOf, type ReelRecipe } from '../rules.ts'
import { musicName, writeBed, writeOwnMusic } from './music.ts'
import { titleFilters, writeTitleFiles } from './title-card.ts'

type Piece = ReelRecipe['pieces'][number]

/** Long enough that no joint clicks, too short to be heard as a fade. */
const jointSeconds = 0.03
const samplesPerFrame = bedRate / reelFps
/**
 * Seconds decoded beyond a piece, because a source with a low frame rate may have only one frame for our last
 * ones.
 */
const beyond = 0.2
/** The tempo filter drops the end of its input, seconds. */
const tempoTail = 0.2
/**
 * From this many pieces on, each input decodes with few threads, because their frames would fill the memory.
 */
const manyPieces = 6

const number = (value: number) => value.toFixed(4)
const framesOf = (recipe: ReelRecipe): number =>
  (recipe.title?.frames ?? 0) + recipe.pieces.reduce((sum, { frames }) => sum + frames, 0)

/** Seconds of a reel, with its title card. */
export const reelSeconds = (recipe: ReelRecipe): number => framesOf(recipe) / reelFps

/**
 * Keeps this many frames, whatever the source had. They count from the piece's start, not from the first picture at or
 * after it.
 */
const exactly = (frames: number) =>
  `fps=${reelFps}:start_time=0,tpad=stop_mode=clone:stop_duration=2,trim=end_frame=${frames},setpts=N/${reelFps}/TB`

const sized = (frame: Frame) => `scale=${frame.width}:${frame.height}:flags=bicubic,setsar=1,format=yuv420p`

/** Start and end of a piece's slow motion, seconds of the source within the piece. */
const slowIn = ({ start, slow }: Piece) => (slow ? { from: slow.from - start, to: slow.to - start } : null)

function pictureOf(piece: Piece, input: string, frame: Frame): string {
  const slow = slowIn(piece)
  const longer = 1 / slowMotion.speed - 1
  const stretch = slow
    ? `setpts='PTS+(clip(T,${number(slow.from)},${number(slow.to)})-${number(slow.from)})*${longer}/TB',`
    : ''
  return `[${input}]${cropFilter(frame, piece)}${stretch}${exactly(piece.frames)},${sized(frame)}`
}

/** Audio for this many frames, exact to the sample, that starts and ends in silence. */
function trimmed(frames: number): string {
  const seconds = frames / reelFps
  const joint = Math.min(jointSeconds, seconds / 4)
  return [
    `apad,atrim=end_sample=${frames * samplesPerFrame},asetpts=N/SR/TB`,
    `afade=t=in:d=${number(joint)},afade=t=out:st=${number(seconds - joint)}:d=${number(joint)}`,
  ].join(',')
}

const stereo = `aresample=${bedRate}:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo`

/** The sound of a piece; its slow motion keeps its pitch. */
function soundOf(piece: Piece, input: string, name: string): string[] {
  const slow = slowIn(piece)
  if (!slow) return [`[${input}]${stereo},${trimmed(piece.frames)}[${name}]`]
  const { from, to } = slow
  const inside = {
    slow: Math.round(((to - from) / slowMotion.speed) * reelFps),
    from: Math.round(from * reelFps),
  }
  const after = piece.frames - inside.from - inside.slow
  const rest = 'asetpts=PTS-STARTPTS'
  return [
    `[${input}]${stereo},asplit=3[${name}x][${name}y][${name}z]`,
    `[${name}x]${trimmed(inside.from)}[${name}p]`,
    `[${name}y]atrim=${number(from)}:${number(to + tempoTail)},${rest},atempo=${slowMotion.speed},${trimmed(inside.slow)}[${name}q]`,
    `[${name}z]atrim=start=${number(to)},${rest},${trimmed(after)}[${name}r]`,
    `[${name}p][${name}q][${name}r]concat=n=3:v=0:a=1[${name}]`,
  ]
}

export interface ReelRequest {
  file: string
  probe: Probe
  format: Clip['format']
  recipe: ReelRecipe
  folder: string
  name: string
  gauges?: GaugePlan | null
  /** the file of the recipe's own music */
  music?: string
}

/** The filter graph of a reel: [v], and [a] if it has audio. */
function graphOf({ probe, format, recipe, gauges = null }: ReelRequest): (places: Places) => string {
  const { title, music, pieces } = recipe
  const frame = frameOf(probe, format)
  const first = title ? 1 : 0
  const video = (input: number) => `${input}:picture`
  const write = title && titleFilters(title.text, frame)
  const pictures = pieces.map(
    (piece, i) => `${pictureOf(piece, video(first + i), frame)}${gauges ? `[bare${i}]` : `[v${i}]`}`,
  )
  const drawn = gauges
    ? gaugeFilter(gauges, {
        input: first + pieces.length + (music ? 1 : 0),
        fps: reelFps,
        height: frame.height,
        from: part => `[bare${part}]`,
        to: part => `[v${part}]`,
      })
    : []
  const still = (places: Places) => {
    const [opening] = pieces
    if (!title || !write || !opening) return []
    const blurred = `trim=end_frame=1,${sized(frame)},gblur=sigma=${Math.round(frame.width / 60)},lutyuv=y='16+(val-16)*0.72'`
    const frozen = `loop=loop=${title.frames}:size=1,setpts=N/${reelFps}/TB,fps=${reelFps},trim=end_frame=${title.frames}`
    return [
      `[${video(0)}]${cropFilter(frame, opening)}${blurred},${frozen},${write(places)},format=yuv420p[vt]`,
    ]
  }
  const joined = `${title ? '[vt]' : ''}${pieces.map((_, i) => `[v${i}]`).join('')}`
  const picture = `${joined}concat=n=${pieces.length + first}:v=1:a=0[v]`
  return places =>
    [...still(places), ...pictures, ...drawn, picture, ...soundGraph(probe, recipe, music !== null)].join(';')
}

/** The ride is quieter while music plays, and comes back as music that is shorter than the reel fades out. */
function ducking(recipe: ReelRecipe): string {
  const { music } = recipe
  if (typeof music !== 'object' || !music || music.seconds >= reelSeconds(recipe))
    return `volume=${duckedLevel}`
  const [from, to] = [music.seconds - musicFade, music.seconds].map(number)
  const rise = number((1 - duckedLevel) / musicFade)
  return `volume='if(lt(t,${from}),${duckedLevel},if(lt(t,${to}),${duckedLevel}+(t-${from})*${rise},1))':eval=frame`
}

/** The ride's sound, mixed below the music if there is any. */
function soundGraph(probe: Probe, recipe: ReelRecipe, hasMusic: boolean): string[] {
  const { title, pieces } = recipe
  const first = title ? 1 : 0
  const music = `[${first + pieces.length}:a]aformat=sample_fmts=fltp:channel_layouts=stereo`
  if (!probe.audio) return hasMusic ? [`${music}[a]`] : []
  const silence = title
    ? [
        `anullsrc=r=${bedRate}:cl=stereo,atrim=end_sample=${title.frames * samplesPerFrame},aformat=sample_fmts=fltp[at]`,
      ]
    : []
  const sounds = pieces.flatMap((piece, i) => soundOf(piece, `${first + i}:sound`, `a${i}`))
  const labels = `${title ? '[at]' : ''}${pieces.map((_, i) => `[a${i}]`).join('')}`
  const joined = `${labels}concat=n=${pieces.length + first}:v=0:a=1`
  if (!hasMusic) return [...silence, ...sounds, `${joined}[a]`]
  return [
    ...silence,
    ...sounds,
    `${joined},${ducking(recipe)}[ride]`,
    `${music}[music]`,
    '[ride][music]amix=inputs=2:duration=first:normalize=0[a]',
  ]
}

/**
 * Renders a person's reel, with every cut on its frame. Each piece is a separate input, decoded from its
 * keyframe on.
 * @throws as ffmpegCommand; the files for its title and music must be in the folder (see prepareReel)
 */
export function reelCommand(given: ReelRequest): MediaCommand {
  const { file, probe, recipe, folder, gauges } = given
  const { title, music, pieces } = recipe
  const parts = pieces.map(({ start, end }) => ({ start, seconds: end - start + beyond }))
  const opening = pieces[0]?.start ?? 0
  const hasSound = probe.audio !== null || music !== null
  return ffmpegCommand({
    file,
    demuxer: probe.demuxer,
    streams: streamsOf(probe),
    folder,
    progress: true,
    ...(pieces.length > manyPieces ? { decoding: ['-threads', '2'] } : {}),
    parts: [...(title ? [{ start: opening, seconds: beyond }] : []), ...parts],
    beside: music ? [musicName] : [],
    ...(gauges ? { fed: { ...gauges.sheet, rate: gauges.rate } } : {}),
    filter: graphOf(given),
    outputs: [
      {
        maps: hasSound ? ['[v]', '[a]'] : ['[v]'],
        options: [...(hasSound ? ['-ar', String(bedRate)] : []), ...clipEncoding(hasSound)],
        to: { kind: 'mp4', name: given.name },
      },
    ],
  })
}

/**
 * Writes the files for a reel's title and music into its command's folder.
 * @throws as runMedia, for own music
 */
export async function prepareReel(
  { probe, format, recipe, folder, music }: ReelRequest,
  signal?: AbortSignal,
): Promise<void> {
  if (recipe.title) await writeTitleFiles(folder, recipe.title.text, frameOf(probe, format))
  if (typeof recipe.music === 'string') await writeBed(folder, recipe.music, reelSeconds(recipe))
  else if (recipe.music && !music) throw new Error('Own music needs its file')
  else if (music) {
    const part = { seconds: reelSeconds(recipe), from: startOfMusic(recipe.music) }
    await writeOwnMusic(folder, music, part, signal)
  }
}
