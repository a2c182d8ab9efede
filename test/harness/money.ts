import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ViewSample } from '#server/earnings/index.ts'
import { checkLedger } from '#server/ledger/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** How often a property is tried: little by default, PROPERTY_RUNS=10000 for the whole proof. */
export const propertyRuns = Number(process.env.PROPERTY_RUNS ?? 40)

/** A person with a proved address, straight into the database. @returns the id */
export async function makeCreator(db: Queryable, id: string = randomUUID()): Promise<string> {
  await sql`insert into users (id, email, email_verified, email_verified_at, name)
    values (${id}, ${`${id}@creators.example`}, true, now(), ${id}) on conflict do nothing`.execute(db)
  return id
}

/** A sample with everything that a test does not care about. */
export const sampleOf = (
  given: Partial<ViewSample> & Pick<ViewSample, 'userId' | 'videoId' | 'views'>,
): ViewSample => ({
  platform: 'youtube',
  viralScore: 0,
  sampledAt: new Date('2026-11-01T00:00:00Z'),
  ...given,
})

/** Everything that is wrong with the ledger: nothing. */
export const faultsOf = async (db: Queryable) => (await checkLedger(db)).findings
