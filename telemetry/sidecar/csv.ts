import { STANDARD_GRAVITY } from '../derive.ts'
import { TelemetryError } from '../problems/index.ts'
import type { Meter } from '../source.ts'
import type { Telemetry } from '../types.ts'
import { parseTime, SidecarClock } from './clock.ts'
import { type Column, columnsOf, type Role } from './columns.ts'
import { readLines } from './lines.ts'
import { SensorRows, sidecarTelemetry, Track } from './series-of.ts'

const GCSV_TITLES = ['GYROFLOW IMU LOG', 'CAMERA IMU LOG']

/**
 * The fields of a row. Quotes may contain a separator or a doubled quote; they are rare, so rows without them
 * are simply split.
 */
export function splitRow(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map(field => field.trim())
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!
    if (letter === '"' && quoted && line[at + 1] === '"') {
      field += '"'
      at++
    } else if (letter === '"') quoted = !quoted
    else if (letter === separator && !quoted) {
      fields.push(field.trim())
      field = ''
    } else field += letter
  }
  return [...fields, field.trim()]
}

const separatorOf = (header: string): string =>
  [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0]!

/** Scales from a .gcsv header; missing ones are 1, time in ms (https://docs.gyroflow.xyz, "GCSV Format"). */
function gcsvColumns(header: ReadonlyMap<string, string>, headers: string[]): Map<Role, Column> {
  const scale = (key: string, otherwise: number) => {
    const value = Number(header.get(key) ?? otherwise)
    if (!Number.isFinite(value) || value === 0) throw new TelemetryError({ name: 'noScale', key })
    return value
  }
  const factors: Record<string, number> = {
    t: scale('tscale', 0.001),
    g: scale('gscale', 1),
    a: scale('ascale', 1) * STANDARD_GRAVITY,
  }
  const columns = columnsOf(headers)
  for (const [role, column] of columns) column.factor = factors[role[0]!] ?? 1
  return columns
}

interface Table {
  separator: string
  columns: Map<Role, Column>
  /** the recorder's name in the file */
  device: string | null
  /** times are relative to the first row: a .gcsv's clock starts with its recorder, not with the video */
  fromFirst: boolean
}

/** Reads the lines before the first row of numbers. Returns the table once the header row is found. */
class HeaderReader {
  #gcsv: Map<string, string> | null = null
  #first = true

  read(line: string): Table | null {
    const first = this.#first
    this.#first = false
    if (first && GCSV_TITLES.includes(line.trim().toUpperCase())) {
      this.#gcsv = new Map()
      return null
    }
    const separator = separatorOf(line)
    const fields = splitRow(line, separator)
    if (this.#gcsv === null) return { separator, columns: columnsOf(fields), device: null, fromFirst: false }
    if (fields[0] !== 't' && fields[0] !== 'time') {
      if (this.#gcsv.size < 100) this.#gcsv.set(fields[0]!, fields[1] ?? '')
      return null
    }
    const device = this.#gcsv.get('id') || this.#gcsv.get('vendor') || null
    return { separator, columns: gcsvColumns(this.#gcsv, fields), device, fromFirst: true }
  }
}

/** Checks that the header is usable; the problem says what to add. */
function checkColumns(columns: ReadonlyMap<Role, Column>): void {
  const has = (...roles: Role[]) => roles.every(role => columns.has(role))
  if (!has('time') && !has('date')) throw new TelemetryError({ name: 'noTimeColumn' })
  if (!has('lat', 'lon') && !has('speed') && !has('ax', 'ay', 'az') && !has('gx', 'gy', 'gz'))
    throw new TelemetryError({ name: 'onlyTimes' })
}

/** Positions are good below this dilution of precision × 100. */
const PRECISION_LIMIT = 500

/**
 * Reads telemetry from CSV: a header row, then rows. Columns: `time` in s (or `cts` in ms, or `date` in ISO
 * 8601), `lat`, `lon` in degrees, `alt` in m, `speed` in m/s, `ax ay az` in m/s², `gx gy gz` in rad/s; other
 * units in brackets, as in "speed (km/h)", "ax [g]", "gx [deg/s]". Separators: comma, semicolon or tab. Also
 * reads the output of gopro-telemetry and gyroflow's .gcsv. Empty fields are missing values.
 * @throws TelemetryError unsupported when columns are missing, damaged when half of the rows can't be read
 */
export async function readCsv(text: AsyncIterable<string>, meter: Meter): Promise<Telemetry> {
  const clock = new SidecarClock()
  const track = new Track()
  const accl = new SensorRows(3)
  const gyro = new SensorRows(3)
  const header = new HeaderReader()
  let table: Table | null = null
  let rows = 0
  let unreadable = 0

  let firstTime: number | null = null
  const timeOf = ({ fromFirst }: Table, text: string, unit: number): number | null => {
    if (!fromFirst) {
      const raw = parseTime(text, unit)
      return raw && clock.toVideo(raw)
    }
    const seconds = text === '' ? Number.NaN : Number(text) * unit
    if (!Number.isFinite(seconds)) return null
    firstTime ??= seconds
    return seconds - firstTime
  }
  const readRow = (known: Table, fields: string[]) => {
    const { columns, separator } = known
    const value = (role: Role): number => {
      const column = columns.get(role)
      const field = column && fields[column.index]
      if (column === undefined || field === undefined || field === '') return Number.NaN
      return Number(separator === ';' ? field.replace(',', '.') : field) * column.factor
    }
    // when both exist, `time` follows the video's clock
    const column = columns.get('time') ?? columns.get('date')!
    const written = fields[column.index] ?? ''
    const time = timeOf(known, separator === ';' ? written.replace(',', '.') : written, column.factor)
    if (time === null) {
      unreadable++
      return
    }
    accl.add(time, [value('ax'), value('ay'), value('az')])
    gyro.add(time, [value('gx'), value('gy'), value('gz')])
    if (value('fix') < 2 || value('precision') >= PRECISION_LIMIT) return
    const [latitude, longitude] = [value('lat'), value('lon')]
    const place = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    const speed = value('speed')
    if (!place && Number.isNaN(speed)) return
    track.add({
      time,
      latitude: place ? latitude : Number.NaN,
      longitude: place ? longitude : Number.NaN,
      altitude: value('alt'),
      speed: speed < 0 ? Number.NaN : speed,
      segment: 0,
    })
  }

  for await (const line of readLines(text, meter)) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (table === null) {
      table = header.read(line)
      if (table !== null) checkColumns(table.columns)
      continue
    }
    rows++
    readRow(table, splitRow(line, table.separator))
  }
  if (table === null) throw new TelemetryError({ name: 'noHeaderRow' })
  if (rows > 0 && unreadable > rows / 2)
    throw new TelemetryError({ name: 'timesUnreadable', unreadable, rows })
  const telemetry = sidecarTelemetry('csv', table.device, clock.origin, [
    accl.finish('ACCL', 'Accelerometer', 'm/s²'),
    gyro.finish('GYRO', 'Gyroscope', 'rad/s'),
    track.finish('GPS'),
  ])
  if (telemetry.series.size === 0) throw new TelemetryError({ name: 'noUsableRow', rows })
  return telemetry
}
