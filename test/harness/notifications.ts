import { api } from '#contract/paths.ts'
import { type StoredText, textIn } from '#server/core/sentences.ts'
import { sessionTemplates } from '#server/mail/rules.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { ask } from './review.ts'

type English<T> = { [K in keyof T]: K extends 'title' | 'message' ? string : T[K] }

/** Rows of notifications with their texts in English. */
export const inEnglish = <T extends { title?: StoredText; message?: StoredText }>(
  rows: readonly T[],
): English<T>[] =>
  rows.map(row => {
    const texts = Object.entries(row).map(([column, value]) => [
      column,
      column === 'title' || column === 'message' ? textIn(value as StoredText, 'en') : value,
    ])
    return Object.fromEntries(texts) as English<T>
  })

/**
 * Ends a person's mails about uploads, for tests that compare stored files: such a mail takes a picture for its
 * best video, at a time of its own.
 */
export async function wantNoUploadMails(client: ApiClient): Promise<void> {
  const wanted = sessionTemplates.map(type => ({ type, mail: false }))
  const answer = await ask(client, 'PUT', api.mailPreferences, wanted)
  if (!answer.ok) throw new Error(`Preferences were refused: ${await answer.text()}`)
}
