import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { taxRecords } from '#contract/money/tax-forms.ts'
import { identitiesOf, listSessions, personalRecord } from '#server/accounts/index.ts'
import { clipsOfVideo } from '#server/clips/index.ts'
import { standardWording } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { listNotifications } from '#server/notifications/index.ts'
import { listOwned, presentVideo } from '#server/videos/index.ts'
import { personalTables, rowsOf } from './personal-tables.ts'

/** One file of the archive: rows are written one by one, so that no list is in memory as text. */
export interface ExportSection {
  name: string
  rows(userId: string): AsyncIterable<unknown> | Iterable<unknown> | Promise<Iterable<unknown>>
}

const readme = (publicUrl: string) => `Everything that this server keeps about you, as JSON.

account.json        your profile
identities.json     accounts at other services that you sign in with
sessions.json       where you are signed in
videos.json         your videos and what the analysis found in them
clips.json          clips made of them
notifications.json  what you were told
transactions.json   every movement of your money, payouts.json, payout-settings.json and plans-and-invoices.json
originals.json      the files that you uploaded; they can be watched at ${publicUrl} while you are signed in
records/            every row about you in our database, one file per table: publications, preferences, mails, telemetry and
                    results of the analysis (analysis_runs), prices you were quoted, what staff did (audit_log), what tax
                    forms name you by (payee_tax_facts)

If you delete your account, tax law has us keep your legal name, your Stripe account ID and what you were paid: for
${taxRecords.years} years after the tax forms of your last payout's year are due. The ledger stays, under a random id.

Times are ISO 8601 in UTC, durations seconds, sizes bytes.
`

/** Each slice's data about a person. */
function sectionsOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): ExportSection[] {
  return [
    { name: 'identities', rows: id => identitiesOf(db, id) },
    {
      name: 'sessions',
      rows: async id =>
        (await listSessions(db, id, clock.now())).map(s => ({
          signedInAt: s.created_at,
          lastUsedAt: s.updated_at,
          ipAddress: s.ip_address,
          userAgent: s.user_agent,
        })),
    },
    {
      name: 'videos',
      rows: async id => (await listOwned(db, id)).map(row => presentVideo(row, standardWording)),
    },
    {
      name: 'clips',
      async *rows(id) {
        for (const video of await listOwned(db, id)) yield* await clipsOfVideo(db, video.id)
      },
    },
    { name: 'notifications', rows: id => listNotifications(db, id, standardWording, 100_000) },
    {
      name: 'originals',
      rows: async id =>
        (await listOwned(db, id)).map(v => ({
          videoId: v.id,
          fileName: v.file_name,
          contentType: v.original_type,
          size: v.file_size,
          uploadedAt: v.uploaded_at,
        })),
    },
  ]
}

/** Every row about the person in every table, as stored. */
const recordsOf = ({ db }: Pick<Deps, 'db'>): ExportSection[] =>
  Object.entries(personalTables).map(([table, about]) => ({
    name: `records/${table}`,
    rows: id => rowsOf(db, table, about, id),
  }))

async function* jsonList(rows: ReturnType<ExportSection['rows']>): AsyncGenerator<string> {
  yield '['
  let first = true
  for await (const row of await rows) {
    yield `${first ? '' : ','}\n${JSON.stringify(row, null, 1)}`
    first = false
  }
  yield '\n]\n'
}

interface ZipEntry {
  /** A plain relative path. */
  name: string
  /** Its content in pieces, requested one after another. */
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/**
 * A ZIP archive, created while it is read, entry by entry: only pieces of one entry are in memory. When the
 * reader disconnects or an entry fails, the current entry's content is closed and nothing more is requested.
 */
export function zip(entries: Iterable<ZipEntry>, at: Date): Readable {
  const file = new ZipFile()
  const archive = file.outputStream as Readable
  const over = new AbortController()
  archive.once('close', () => over.abort())
  for (const { name, content } of entries)
    file.addReadStreamLazy(name, { mtime: at }, take => {
      const source = Readable.from(content, { objectMode: false, signal: over.signal })
      source.once('error', error => archive.destroy(error))
      take(null, source)
    })
  file.end()
  return archive
}

/**
 * A person's data as a ZIP archive of JSON files, created while it is sent. Uploads awaiting acceptance are
 * not theirs yet.
 */
export async function exportData(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  userId: string,
  more: readonly ExportSection[] = [],
): Promise<Readable> {
  const account = await personalRecord(deps.db, userId)
  const entries: ZipEntry[] = [
    { name: 'README.txt', content: [readme(deps.publicUrl)] },
    { name: 'account.json', content: [`${JSON.stringify(account, null, 1)}\n`] },
    ...[...sectionsOf(deps), ...more, ...recordsOf(deps)].map(section => ({
      name: `${section.name}.json`,
      content: { [Symbol.asyncIterator]: () => jsonList(section.rows(userId)) },
    })),
  ]
  return zip(entries, deps.clock.now())
}
