import { api } from '#contract/paths.ts'
import { request } from '../../lib/api.ts'
import { local } from '../../lib/browser-storage.ts'

const key = 'time-zone-told'

/**
 * Tells the server where this person's clock stands, so that the weekly mail comes in their morning. Once for each
 * person and zone on a device; a traveller's zone follows them.
 */
export async function tellTimeZone(userId: string): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const telling = `${userId} ${timeZone}`
  if (local.get(key) === telling) return
  await request('PUT', api.timeZone, { timeZone })
  local.set(key, telling)
}
