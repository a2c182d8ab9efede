import { STANDARD_GRAVITY } from '../derive.ts'

/** The meaning of a CSV column. */
export type Role =
  | 'date'
  | 'time'
  | 'lat'
  | 'lon'
  | 'alt'
  | 'speed'
  | 'fix'
  | 'precision'
  | 'ax'
  | 'ay'
  | 'az'
  | 'gx'
  | 'gy'
  | 'gz'

/** The position of a role in a row, and the factor that converts its numbers to s, m, m/s, m/s² or rad/s. */
export interface Column {
  index: number
  factor: number
}

/**
 * Column names, in lower case and without a unit in brackets at the end. The first in each row is preferred;
 * the others occur in files of recorders and of gopro-telemetry.
 */
const names: Record<Role, string[]> = {
  time: ['time', 't', 'cts', 'seconds', 'secs', 'timestamp', 'time_s', 'time_ms', 'ms', 'milliseconds'],
  date: ['date', 'datetime', 'utc', 'date_time', 'utc_time'],
  lat: ['lat', 'latitude', 'gps (lat.)'],
  lon: ['lon', 'lng', 'long', 'longitude', 'gps (long.)'],
  alt: ['alt', 'altitude', 'ele', 'elevation', 'height', 'gps (alt.)'],
  speed: ['speed', 'velocity', 'speed_kmh', 'gps speed', 'gps (2d speed)', 'gps (2d)'],
  fix: ['fix', 'gps fix', 'gps (fix)'],
  precision: ['precision'],
  ax: ['ax', 'accel_x', 'acc_x', 'accx', 'acceleration_x'],
  ay: ['ay', 'accel_y', 'acc_y', 'accy', 'acceleration_y'],
  az: ['az', 'accel_z', 'acc_z', 'accz', 'acceleration_z'],
  gx: ['gx', 'gyro_x', 'gyrox', 'rotation_x'],
  gy: ['gy', 'gyro_y', 'gyroy', 'rotation_y'],
  gz: ['gz', 'gyro_z', 'gyroz', 'rotation_z'],
}

const roles = new Map(Object.entries(names).flatMap(([role, all]) => all.map(name => [name, role as Role])))

/** Names that include their unit. */
const inName: Record<string, number> = {
  cts: 0.001,
  time_ms: 0.001,
  ms: 0.001,
  milliseconds: 0.001,
  speed_kmh: 1 / 3.6,
}

const units: Record<string, number> = {
  ms: 0.001,
  'km/h': 1 / 3.6,
  kmh: 1 / 3.6,
  kph: 1 / 3.6,
  mph: 0.44704,
  knots: 0.514444,
  ft: 0.3048,
  feet: 0.3048,
  g: STANDARD_GRAVITY,
  'deg/s': Math.PI / 180,
  'd/s': Math.PI / 180,
  dps: Math.PI / 180,
  '°/s': Math.PI / 180,
}

/** Splits "Speed (km/h)" into name and unit at its last bracket. */
function parts(header: string): { name: string; unit: string } {
  const whole = { name: header.toLowerCase(), unit: '' }
  // "GPS (Lat.)" is a name, not a unit called "Lat."
  if (!/[\])]$/.test(header) || roles.has(whole.name)) return whole
  const open = Math.max(header.lastIndexOf('['), header.lastIndexOf('('))
  const name = header.slice(0, Math.max(0, open)).trim()
  const unit = header.slice(open + 1, -1)
  return name === '' || /[\])]/.test(unit)
    ? whole
    : { name: name.toLowerCase(), unit: unit.trim().toLowerCase() }
}

/** gopro-telemetry names a sensor once ("Accelerometer [m/s²]", "1", "2") or with each axis. */
const sensors: [start: string, axes: Role[]][] = [
  ['accelerometer', ['ax', 'ay', 'az']],
  ['gyroscope', ['gx', 'gy', 'gz']],
]

/** The columns of a header row; unknown ones are ignored, and the first of two with the same role counts. */
export function columnsOf(headers: readonly string[]): Map<Role, Column> {
  const found = new Map<Role, Column>()
  headers.forEach((header, index) => {
    const { name, unit } = parts(header.trim())
    const factor = units[unit] ?? inName[name] ?? 1
    const role = roles.get(name)
    if (role !== undefined && !found.has(role)) found.set(role, { index, factor })
    for (const [start, axes] of sensors)
      if (name.startsWith(start) && !found.has(axes[0]!) && index + 2 < headers.length)
        axes.forEach((axis, offset) => {
          found.set(axis, { index: index + offset, factor })
        })
  })
  return found
}
