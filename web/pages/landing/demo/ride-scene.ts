/** Flat tones, far to near, as on a printed poster. */
interface Palette {
  sky: string
  sun: string
  ridges: readonly [string, string, string]
  ground: string
  band: string
  trail: string
  rut: string
  stone: string
}

const dunes: Palette = {
  sky: '#e9d3b4',
  sun: '#f6e7cf',
  ridges: ['#c9a98a', '#b08a69', '#97704f'],
  ground: '#8a5a35',
  band: '#7e5130',
  trail: '#a8794f',
  rut: '#6f4528',
  stone: '#5f3b22',
}
const wash: Palette = {
  sky: '#a9c6d3',
  sun: '#e2ecec',
  ridges: ['#8aa6b0', '#6b8588', '#4f685f'],
  ground: '#5c6147',
  band: '#53583f',
  trail: '#8b8467',
  rut: '#4a4a35',
  stone: '#394231',
}
const ridge: Palette = {
  sky: '#f0b98d',
  sun: '#fbe3c0',
  ridges: ['#c98a78', '#8f6470', '#5d4a5c'],
  ground: '#4a3c3d',
  band: '#433637',
  trail: '#7a5f52',
  rut: '#362a2a',
  stone: '#2c2325',
}

export const palettes: readonly Palette[] = [dunes, wash, dunes, ridge]

/** Smooth noise along one dimension, 0 to 1, the same for the same seed. */
function noise(x: number, seed: number): number {
  const cell = Math.floor(x)
  const part = x - cell
  const value = (n: number) => {
    const s = Math.sin((n + seed * 57.3) * 127.1) * 43758.5453
    return s - Math.floor(s)
  }
  const ease = part * part * (3 - 2 * part)
  return value(cell) * (1 - ease) + value(cell + 1) * ease
}

const hills = (x: number, seed: number) =>
  0.65 * noise(x, seed) + 0.25 * noise(x * 2.3, seed + 9) + 0.1 * noise(x * 6.1, seed + 3)

export interface Moment {
  palette: Palette
  /** distance ridden, in lengths of the ground's pattern */
  way: number
  /** 0 to 1 */
  excitement: number
  /** 0 on the ground to 1 at the top of a jump */
  air: number
}

/**
 * The view over the handlebar: sky, three ridges that move slower the farther they are, and a trail on flat
 * ground by one-point perspective (screen height below the horizon ∝ 1 / distance).
 */
export function drawScene(
  ctx: CanvasRenderingContext2D,
  width: number,
  height: number,
  { palette, way, excitement, air }: Moment,
): void {
  const turn = Math.sin(way * 0.11) * 0.7 + Math.sin(way * 0.047) * 0.5
  const shake = excitement * (Math.sin(way * 9.7) * 0.6 + Math.sin(way * 15.1) * 0.4) * height * 0.006
  const horizon = height * (0.46 + air * 0.2) + shake
  const roll = -turn * 0.035 - Math.sin(way * 1.3) * excitement * 0.02

  ctx.save()
  ctx.fillStyle = palette.sky
  ctx.fillRect(0, 0, width, height)
  ctx.translate(width / 2, horizon)
  ctx.rotate(roll)
  const half = width * 0.62

  ctx.fillStyle = palette.sun
  ctx.beginPath()
  ctx.arc(-turn * 26 + width * 0.2, -height * 0.22, height * 0.075, 0, Math.PI * 2)
  ctx.fill()

  palette.ridges.forEach((tone, i) => {
    ctx.fillStyle = tone
    ctx.beginPath()
    ctx.moveTo(-half, 4)
    const drift = turn * (0.12 + i * 0.2) + way * 0.004 * i
    for (let x = -half; x <= half; x += 6) {
      const high = hills((x / width) * (1.7 + i * 0.9) + drift + i * 31, i + 2)
      ctx.lineTo(x, -high * height * (0.3 - i * 0.082) + i * 2)
    }
    ctx.lineTo(half, 4)
    ctx.fill()
  })

  ctx.fillStyle = palette.ground
  ctx.fillRect(-half, 0, half * 2, height)
  drawGround(ctx, { width, height, half, turn, way, palette, lift: 1 + air * 1.4 })
  ctx.restore()
  drawHandlebar(
    ctx,
    width,
    height,
    turn * 0.16 + roll * 2,
    height * (excitement * 0.008 * Math.sin(way * 11) - air * 0.03),
  )
}

interface Ground {
  width: number
  height: number
  half: number
  turn: number
  way: number
  palette: Palette
  /** camera height, 1 when riding */
  lift: number
}

function drawGround(ctx: CanvasRenderingContext2D, g: Ground): void {
  const far = 26
  const y = (z: number) => (g.height * 0.62 * g.lift) / z
  const middle = (z: number) =>
    g.width *
    (g.turn * 0.02 * z +
      0.2 * Math.sin((g.way + z) * 0.21) * (z / far) -
      0.2 * Math.sin(g.way * 0.21) * (1 / z)) *
    0.62
  const edge = (z: number, offset: number) => middle(z) + (offset * g.width * 0.36) / z

  ctx.fillStyle = g.palette.band
  for (let n = Math.floor(g.way); n < g.way + far; n++) {
    if (n % 2) continue
    const near = Math.max(0.55, n - g.way)
    const next = n + 1 - g.way
    if (next <= near) continue
    ctx.fillRect(-g.half, y(next), g.half * 2, y(near) - y(next))
  }

  const strip = (from: number, to: number, tone: string) => {
    ctx.fillStyle = tone
    ctx.beginPath()
    const depths = Array.from({ length: 34 }, (_, i) => 0.5 * (far / 0.5) ** (i / 33))
    for (const z of depths) ctx.lineTo(edge(z, from + 0.03 * Math.sin((g.way + z) * 3)), y(z))
    for (const z of depths.reverse()) ctx.lineTo(edge(z, to + 0.03 * Math.sin((g.way + z) * 2.6)), y(z))
    ctx.fill()
  }
  strip(-0.62, 0.62, g.palette.trail)
  strip(-0.42, -0.2, g.palette.rut)
  strip(0.2, 0.42, g.palette.rut)

  ctx.fillStyle = g.palette.stone
  for (let n = Math.ceil(g.way + far); n > g.way; n--) {
    const z = n - g.way
    if (z < 0.6) continue
    for (const side of [-1, 1]) {
      const place = noise(n * 3.7, side + 5)
      if (place < 0.42) continue
      const x = edge(z, side * (0.85 + place * 3.2))
      const size = (g.height * (0.03 + 0.07 * noise(n * 1.9, side + 8))) / z
      ctx.beginPath()
      ctx.ellipse(x, y(z), size * 1.5, size, 0, Math.PI, 0)
      ctx.fill()
    }
  }
}

/** The rider's own handlebar, in front of everything, turning with the trail. */
function drawHandlebar(
  ctx: CanvasRenderingContext2D,
  width: number,
  height: number,
  angle: number,
  bounce: number,
): void {
  const s = height / 100
  ctx.save()
  ctx.translate(width / 2, height * 0.985 + bounce)
  ctx.rotate(angle)
  ctx.fillStyle = '#0f1613'
  ctx.strokeStyle = '#0f1613'
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.lineWidth = 3.4 * s
  ctx.beginPath()
  ctx.moveTo(-52 * s, -13 * s)
  ctx.lineTo(-34 * s, -15 * s)
  ctx.quadraticCurveTo(-20 * s, -15 * s, -11 * s, -3 * s)
  ctx.lineTo(11 * s, -3 * s)
  ctx.quadraticCurveTo(20 * s, -15 * s, 34 * s, -15 * s)
  ctx.lineTo(52 * s, -13 * s)
  ctx.stroke()
  ctx.lineWidth = 2 * s
  ctx.beginPath()
  ctx.moveTo(-21 * s, -11.5 * s)
  ctx.lineTo(21 * s, -11.5 * s)
  ctx.stroke()
  ctx.lineWidth = 7 * s
  for (const side of [-1, 1]) {
    ctx.beginPath()
    ctx.moveTo(side * 39 * s, -14.6 * s)
    ctx.lineTo(side * 54 * s, -12.8 * s)
    ctx.stroke()
  }
  ctx.fillRect(-7 * s, -16 * s, 14 * s, 9 * s)
  ctx.fillRect(-13 * s, -5 * s, 26 * s, 12 * s)
  ctx.fillStyle = '#ff8146'
  ctx.fillRect(-4.6 * s, -14 * s, 9.2 * s, 1.6 * s)
  ctx.restore()
}
