import { pino } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import { smtpMailer } from '#server/core/mailer.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import type { NewMail, SendDeps } from '#server/mail/index.ts'
import { testDatabase } from '#test/harness/database.ts'

export const minutes = 60_000

export const start = new Date('2026-03-28T23:00:00Z')

export async function outbox(url: string) {
  const { db } = await testDatabase()
  const clock = { time: start.getTime(), now: () => new Date(clock.time) }
  const deps: SendDeps = {
    db,
    clock,
    mailer: smtpMailer({ url, from: 'Trailcut <hello@trailcut.example>' }),
    secrets: secretsFrom('test'),
    publicUrl: 'https://trailcut.example',
    log: pino({ level: 'silent' }),
    wants: async () => true,
    coverOf: async () => null,
    toFollower: async () => null,
  }
  return { db, clock, deps }
}

export async function person(db: Database, id: string, verified = true): Promise<string> {
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.com`,
      name: id,
      email_verified: verified,
      email_verified_at: verified ? start : null,
    })
    .execute()
  return id
}

export const news = (userId: string, eventKey: string, notBefore?: Date): NewMail<'clip_selected'> => ({
  userId,
  videoId: null,
  template: 'clip_selected',
  data: { heading: `Selected ${eventKey}`, message: 'Your clip was selected.', link: '/' },
  eventKey,
  notBefore,
})

export const statesOf = async (db: Database) => {
  const rows = await db.selectFrom('mails').select(['event_key', 'state']).orderBy('event_key').execute()
  return Object.fromEntries(rows.map(r => [r.event_key, r.state]))
}
