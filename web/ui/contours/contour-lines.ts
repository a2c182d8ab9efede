import { contours } from 'd3-contour'

export interface ContourLines {
  /** a little smaller than the terrain, so that no line ends within the picture */
  viewBox: string
  /** path data of the thin lines, and of every fourth one, drawn stronger as on a map */
  thin: string
  index: string
}

/** Units of the drawing per grid cell: the default ground is then as wide as a desktop window. */
const cell = 24

/** The same numbers for the same seed (mulberry32), so that a screen always has the same ground. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Heights from 0 to about 1.5: a few Gaussian hills and one long ridge, on a grid of columns × rows. */
export function terrain(seed: number, columns: number, rows: number): number[] {
  const next = random(seed)
  const hills = Array.from({ length: 9 }, () => ({
    x: next() * columns,
    y: next() * rows,
    high: 0.35 + next() * 0.75,
    wide: (0.07 + next() * 0.16) * columns,
    flat: 0.55 + next() * 0.9,
  }))
  const tilt = next() * Math.PI
  return Array.from({ length: columns * rows }, (_, i) => {
    const x = i % columns
    const y = Math.floor(i / columns)
    const along = (x * Math.cos(tilt) + y * Math.sin(tilt)) / columns
    let height = 0.18 * Math.sin(along * 7 + seed) + 0.06 * Math.sin(x * 0.32 + y * 0.2)
    for (const hill of hills) {
      const dx = (x - hill.x) / hill.wide
      const dy = (y - hill.y) / (hill.wide * hill.flat)
      height += hill.high * Math.exp(-(dx * dx + dy * dy) / 2)
    }
    return height
  })
}

type Point = [number, number]

/** A smooth line through the midpoints of a run of points. */
function smooth(run: Point[], cell: number): string {
  const at = ([x, y]: Point) => `${(x * cell).toFixed(1)} ${(y * cell).toFixed(1)}`
  const [first, ...rest] = run
  if (!first || rest.length < 2) return ''
  let path = `M${at(first)}`
  for (let i = 0; i < rest.length - 1; i++) {
    const here = rest[i] as Point
    const after = rest[i + 1] as Point
    path += `Q${at(here)} ${at([(here[0] + after[0]) / 2, (here[1] + after[1]) / 2])}`
  }
  return path
}

/** d3 closes every ring along the grid's edge; those segments are left out, or they would frame the page. */
function openAtEdges(ring: Point[], columns: number, rows: number): Point[][] {
  const onEdge = ([x, y]: Point) => x <= 0.5 || y <= 0.5 || x >= columns - 0.5 || y >= rows - 0.5
  const runs: Point[][] = [[]]
  for (const point of ring) {
    if (onEdge(point)) runs.push([])
    else runs.at(-1)?.push(point)
  }
  return runs
}

/** Contour lines (marching squares by d3-contour) of a made-up terrain, as SVG path data. */
export function contourLines(seed: number, columns: number, rows: number): ContourLines {
  const lines = linesOf(terrain(seed, columns, rows), columns, rows, cell)
  const inside = 1.5 * cell
  const viewBox = `${inside} ${inside} ${columns * cell - 2 * inside} ${rows * cell - 2 * inside}`
  return { viewBox, ...lines }
}

/**
 * Contour lines of heights from 0 to about 1.5 on a grid of columns × rows.
 * @param cell units of the drawing per cell
 */
export function linesOf(
  heights: number[],
  columns: number,
  rows: number,
  cell: number,
): Pick<ContourLines, 'thin' | 'index'> {
  const levels = Array.from({ length: 15 }, (_, i) => 0.04 + i * 0.105)
  const drawn = contours().size([columns, rows]).thresholds(levels)(heights)
  const lines = { thin: '', index: '' }
  drawn.forEach((level, i) => {
    const kind = i % 4 === 3 ? 'index' : 'thin'
    for (const polygon of level.coordinates)
      for (const ring of polygon)
        for (const run of openAtEdges(ring as Point[], columns, rows)) lines[kind] += smooth(run, cell)
  })
  return lines
}
