import { local } from '../../../lib/browser-storage.ts'

const key = 'upload-speed'
/** Smaller uploads say more about connection setup than about speed. */
const tellingBytes = 1024 * 1024

/** Remembers how fast an upload was, to estimate the next one's time. */
export function rememberSpeed(bytes: number, milliseconds: number): void {
  if (bytes >= tellingBytes && milliseconds > 0)
    local.set(key, String(Math.round((bytes / milliseconds) * 1000)))
}

/** Seconds that this many bytes take at the last upload's speed; null if there was none. */
export function expectedSeconds(bytes: number): number | null {
  const speed = Number(local.get(key))
  return speed > 0 ? bytes / speed : null
}
