/** A time as a clock on the wall shows it, without a zone. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

/** What the clocks of a zone show at an instant. */
export function wallTimeAt(instant: Date, zone: string): WallTime {
  const parts = formatOf(zone).formatToParts(instant)
  const of = (type: string) => Number(parts.find(p => p.type === type)?.value ?? 0)
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute') }
}

const asUtc = (w: WallTime) => Date.UTC(w.year, w.month - 1, w.day, w.hour, w.minute)

/** Minutes that the zone's clocks are ahead of UTC. */
export function offsetMinutes(instant: Date, zone: string): number {
  const minute = Math.floor(instant.getTime() / 60_000) * 60_000
  return Math.round((asUtc(wallTimeAt(instant, zone)) - minute) / 60_000)
}

/**
 * The instant at which the clocks of a zone show a time, as RFC 5545 (3.3.5) and Temporal's 'compatible' have it:
 * a time that the clocks skip in spring is moved on by as much as they skip (02:30 becomes 03:30), of a time that
 * they show twice in autumn the first one is meant.
 */
export function instantOf(
  wall: WallTime,
  zone: string,
): { instant: Date; shifted: 'skipped' | 'twice' | null } {
  const utc = asUtc(wall)
  // Offsets a day before and after: whatever change there is lies between them.
  const before = offsetMinutes(new Date(utc - 86_400_000), zone)
  const after = offsetMinutes(new Date(utc + 86_400_000), zone)
  const candidates = [...new Set([before, after])].map(o => new Date(utc - o * 60_000))
  const right = candidates.filter(c => asUtc(wallTimeAt(c, zone)) === utc)
  if (right.length === 0) return { instant: new Date(utc - before * 60_000), shifted: 'skipped' }
  const instant = new Date(Math.min(...right.map(Number)))
  return { instant, shifted: right.length > 1 ? 'twice' : null }
}

const two = (n: number) => String(n).padStart(2, '0')
/** '2026-11-29 18:00' */
export const wallText = (instant: Date, zone: string): string => {
  const w = wallTimeAt(instant, zone)
  return `${w.year}-${two(w.month)}-${two(w.day)} ${two(w.hour)}:${two(w.minute)}`
}

/** 0 Sunday to 6 Saturday, and the hour, by the zone's clocks. */
export function slotOf(instant: Date, zone: string): { weekday: number; hour: number } {
  const wall = wallTimeAt(instant, zone)
  return { weekday: new Date(asUtc(wall)).getUTCDay(), hour: wall.hour }
}
