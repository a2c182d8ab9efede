import { local } from '../../lib/browser-storage.ts'
import { call } from '../../lib/calls/call.ts'

const key = 'time-zone-told'

/**
 * Tells the server where this person's clock stands, so that the weekly mail comes in their morning. Once for each
 * person and zone on a device; a traveler's zone follows them.
 */
export async function tellTimeZone(userId: string): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const telling = `${userId} ${timeZone}`
  if (local.get(key) === telling) return
  await call('setTimeZone', { body: { timeZone } })
  local.set(key, telling)
}
