import type { Box, GaugeLayout, GaugeName } from '#gauges/index.ts'

/** A rectangle of the picture with gauges, and its place in the sheet for ffmpeg. */
export interface Region {
  gauges: GaugeName[]
  picture: Box
  sheet: { x: number; y: number }
}

/** A stretch of the output that gauges are drawn for. */
export interface Stretch {
  /** how many frames it has */
  frames: number
  /** the time in the video that one of them shows, seconds; between two frames as well */
  momentAt(frame: number): number
}

/** What is drawn for a clip: one sheet with all regions per step, all parts one after another. */
export interface GaugePlan {
  sheet: { width: number; height: number }
  regions: Region[]
  /** frames of the clip per sheet */
  step: number
  /** sheets per second */
  rate: number
  /** the time in the video that each sheet shows, seconds */
  times: number[]
  /** the sheets of each part: from the first, up to but not including the last */
  parts: { from: number; to: number }[]
}

/**
 * Boxes share a region if that wastes no more than this, because every region is blended separately in each
 * frame.
 */
const waste = 1.35

const area = ({ width, height }: Box) => width * height

function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/**
 * Colors are stored per two by two pixels, so a region starts and ends at even ones. Halos extend beyond a
 * box.
 */
function settle({ x, y, width, height }: Box, { unit, ...picture }: GaugeLayout): Box {
  const reach = Math.ceil(8 * unit)
  const even = (value: number) => 2 * Math.floor(value / 2)
  const left = even(Math.max(0, x - reach))
  const top = even(Math.max(0, y - reach))
  return {
    x: left,
    y: top,
    width: even(Math.min(picture.width, x + width + reach + 1) - left),
    height: even(Math.min(picture.height, y + height + reach + 1) - top),
  }
}

/** The rectangles with gauges, as few as possible without wasting much. */
export function regionsOf(layout: GaugeLayout): { sheet: GaugePlan['sheet']; regions: Region[] } {
  let found = (Object.entries(layout.boxes) as [GaugeName, Box][]).map(([name, box]) => ({
    gauges: [name],
    picture: settle(box, layout),
  }))
  for (let merged = true; merged; ) {
    merged = false
    for (const [i, a] of found.entries())
      for (const b of found.slice(i + 1)) {
        const picture = union(a.picture, b.picture)
        if (merged || area(picture) > waste * (area(a.picture) + area(b.picture))) continue
        found = [
          ...found.filter(one => one !== a && one !== b),
          { gauges: [...a.gauges, ...b.gauges], picture },
        ]
        merged = true
      }
  }
  let y = 0
  const regions = found.map(one => {
    const region = { ...one, sheet: { x: 0, y } }
    y += one.picture.height
    return region
  })
  return { sheet: { width: Math.max(...found.map(one => one.picture.width)), height: y }, regions }
}

/**
 * Which moment each sheet shows. A number is read at 12 to 20 changes a second; the sheet shows the middle of its
 * frames, so that with a source of another frame rate no picture is more than a frame away from what it says.
 * @param fps frames of the clip a second
 */
export function planGauges(layout: GaugeLayout, parts: readonly Stretch[], fps: number): GaugePlan {
  const step = fps > 40 ? 3 : 2
  const shown = (step - 1) / 2
  const times: number[] = []
  const found = parts.map(({ frames, momentAt }) => {
    const from = times.length
    const count = Math.ceil(frames / step)
    for (let i = 0; i < count; i++) times.push(momentAt(i * step + shown))
    return { from, to: times.length }
  })
  return { ...regionsOf(layout), step, rate: fps / step, times, parts: found }
}

/**
 * The part of a filter that lays the sheets over the picture of each part.
 * @param input index of the sheets among ffmpeg's inputs
 * @param from label of a part's picture; @param to label that it has with its gauges
 */
export function gaugeFilter(
  { regions, parts, step }: GaugePlan,
  {
    input,
    fps,
    height,
    from,
    to,
  }: { input: number; fps: number; height: number; from(part: number): string; to(part: number): string },
): string[] {
  const matrix = height >= 720 ? 'bt709' : 'smpte170m'
  const sheets = parts.map((_, i) => `[sheets${i}]`).join('')
  const chains = [
    `[${input}:0]scale=out_color_matrix=${matrix}:out_range=tv,format=yuva420p,settb=1/90000,split=${parts.length}${sheets}`,
  ]
  for (const [i, part] of parts.entries()) {
    const cut = regions.map((_, r) => `[sheet${i}r${r}]`)
    // Half a frame early, so that rounding never shows a sheet one frame too late.
    chains.push(
      `[sheets${i}]trim=start_frame=${part.from}:end_frame=${part.to},setpts=(N*${step}-0.5)/${fps}/TB,split=${regions.length}${cut.join('')}`,
    )
    for (const [r, { picture, sheet }] of regions.entries()) {
      const below = r === 0 ? from(i) : `[gauges${i}r${r - 1}]`
      const above = r === regions.length - 1 ? to(i) : `[gauges${i}r${r}]`
      chains.push(
        `[sheet${i}r${r}]crop=${picture.width}:${picture.height}:${sheet.x}:${sheet.y}[cut${i}r${r}]`,
        `${below}[cut${i}r${r}]overlay=${picture.x}:${picture.y}:eof_action=repeat${above}`,
      )
    }
  }
  return chains
}
