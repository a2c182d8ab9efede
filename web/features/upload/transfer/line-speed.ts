import { local } from '../../../lib/browser-storage.ts'

const key = 'upload-speed'
/** Less than this says more about the start of a connection than about its speed. */
const tellingBytes = 1024 * 1024

/** Keeps how fast an upload went, so that the next one can be told how long it will take. */
export function rememberSpeed(bytes: number, milliseconds: number): void {
  if (bytes >= tellingBytes && milliseconds > 0)
    local.set(key, String(Math.round((bytes / milliseconds) * 1000)))
}

/** Seconds that this many bytes will take at the speed of the last upload; null when there was none. */
export function expectedSeconds(bytes: number): number | null {
  const speed = Number(local.get(key))
  return speed > 0 ? bytes / speed : null
}
