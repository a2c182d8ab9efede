import { local } from '../../lib/browser-storage.ts'
import { call } from '../../lib/calls/call.ts'

const key = 'time-zone-told'

/**
 * Sends the person's time zone to the server, so that the weekly email arrives in their morning. Sent once for each
 * person and zone on a device, so it follows a traveler.
 */
export async function sendTimeZone(userId: string): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const telling = `${userId} ${timeZone}`
  if (local.get(key) === telling) return
  await call('setTimeZone', { body: { timeZone } })
  local.set(key, telling)
}
