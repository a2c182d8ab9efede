import { expect, test } from 'vitest'
import { learnLanguages } from '#server/languages/index.ts'
import { retold } from '#server/platform/sentences.ts'
import { PublishError } from '#server/platforms/index.ts'
import { sentences } from '#server/platforms/sentences.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { showPublication } from '../lists.ts'
import { presentPublication, presentStatuses } from '../present.ts'
import { addEvent, eventsOf, findPublication, updatePublication } from '../store.ts'
import { HeldRow } from './held-row.ts'
import { recordFailure } from './record-failure.ts'

learnLanguages()

test('why a publication failed and its history are read in the language of the reader', async () => {
  const world = await publishingWorld()
  const { id } = await world.publication(await world.video(2000), 'youtube')
  const row = await updatePublication(world.db, id, { lease_token: null })
  const refused = sentences.refusedVideo({ platform: 'YouTube', code: '400 invalid' })
  await recordFailure(
    world.deps,
    new HeldRow(world.deps, await leased(world, row.id)),
    new PublishError('retry_after', sentences.pause({ platform: 'YouTube' }), { code: '429', paced: true }),
    0,
  )
  const shown = async (language: 'en' | 'es-MX') => {
    const found = await showPublication(world.db, id)
    if (!found) throw new Error('No publication')
    return presentPublication(found, language)
  }
  expect((await shown('en')).note).toBe('YouTube asks for a pause.')
  expect((await shown('es-MX')).note).toBe('YouTube pide una pausa.')

  await recordFailure(
    world.deps,
    new HeldRow(world.deps, await leased(world, id)),
    new PublishError('reject', refused, { code: '400' }),
    0,
  )
  expect((await shown('en')).failure?.sentence).toBe('YouTube refused the video (400 invalid).')
  expect((await shown('es-MX')).failure?.sentence).toBe('YouTube rechazó el video (400 invalid).')
  const failed = await findPublication(world.db, id)
  const statuses = presentStatuses(failed ? [failed] : [], 'es-MX')
  expect(statuses.find(({ platform }) => platform === 'youtube')?.note).toMatch(/^YouTube rechazó el video/)

  // From before sentences were kept: a text without values is found by its words, others stay in English.
  await addEvent(world.db, id, new Date(), { kind: 'retried', sentence: 'Tried again.' })
  await addEvent(world.db, id, new Date(), { kind: 'old', sentence: 'Live on Vimeo.' })
  const told = (await eventsOf(world.db, id)).map(e => retold(e.sentence, 'es-MX', e.said))
  expect(told.slice(-4)).toEqual([
    'YouTube pide una pausa. Se intentará otra vez.',
    'YouTube rechazó el video (400 invalid).',
    'Se intentó otra vez.',
    'Live on Vimeo.',
  ])

  // A note that replaces another one is never said with the other's sentence.
  await world.db.updateTable('publications').set({ failure_sentence: 'No.' }).where('id', '=', id).execute()
  expect((await shown('es-MX')).failure?.sentence).toBe('No.')
})

type World = Awaited<ReturnType<typeof publishingWorld>>
const leased = async ({ db }: World, id: string) =>
  updatePublication(db, id, {
    lease_token: crypto.randomUUID(),
    lease_until: new Date(Date.now() + 60_000),
  })
