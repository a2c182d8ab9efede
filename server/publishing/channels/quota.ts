import { sql } from 'kysely'
import { channelOf } from '#server/platforms/index.ts'
import type { PublishingDeps } from '../deps.ts'
import type { ChannelRow } from './store.ts'

/**
 * Counts units against a daily limit of the application or the channel, whichever the platform limits. The day
 * is the platform's own.
 * @param most how many may be used by the end of this call
 * @returns false when too few are left; nothing is counted then
 */
export async function takeUnits(
  { db, time }: Pick<PublishingDeps, 'db' | 'time'>,
  { id, kind }: Pick<ChannelRow, 'id' | 'kind'>,
  { budget, units, most }: { budget: 'counters' | 'units'; units: number; most: number },
): Promise<boolean> {
  if (units > most) return false
  const { quotaZone, shared } = channelOf(kind)
  const table = sql.table(shared.statsCalls ? 'publishing_quota' : 'channel_quota')
  const owner = sql.ref(shared.statsCalls ? 'kind' : 'channel_id')
  const { rows } = await sql`
    insert into ${table} as q (${owner}, day, budget, units)
    values (${shared.statsCalls ? kind : id}, (${await time(db)}::timestamptz at time zone ${quotaZone})::date, ${budget}, ${units})
    on conflict (${owner}, day, budget) do update set units = q.units + excluded.units
      where q.units + excluded.units <= ${most}
    returning units`.execute(db)
  return rows.length > 0
}
