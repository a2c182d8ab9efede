import { expect, test } from 'vitest'
import { sentences as history } from '#sentences/history.ts'
import { sentences } from '#sentences/platforms.ts'
import { learnLanguages } from '#server/core/languages.ts'
import { said, textIn } from '#server/core/sentences.ts'
import { PublishError } from '#server/platforms/index.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { showPublication } from '../lists.ts'
import { presentPublication, presentStatuses } from '../present.ts'
import { addEvent, eventsOf, findPublication, updatePublication } from '../store.ts'
import { HeldRow } from './held-row.ts'
import { lookForSlot, NoSlotError, takeSlot } from './limits.ts'
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
  expect((await shown('en')).note).toBe('YouTube asked us to slow down.')
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

  await addEvent(world.db, id, new Date(), { kind: 'retried', sentence: history.retriedByStaff })
  await addEvent(world.db, id, new Date(), { kind: 'theirs', sentence: 'Live on Vimeo.' })
  const told = (await eventsOf(world.db, id)).map(e => textIn(e.sentence, 'es-MX'))
  expect(told.slice(-4)).toEqual([
    'YouTube pide una pausa. Se intentará otra vez.',
    'YouTube rechazó el video (400 invalid).',
    'Se intentó otra vez.',
    'Live on Vimeo.',
  ])
})

test('why everything due on a channel waits is read in the language of the reader', async () => {
  const world = await publishingWorld()
  const { db, deps } = world
  const { id } = await world.publication(await world.video(2000), 'youtube')
  const other = await world.publication(await world.video(2000), 'youtube')
  const asked = new PublishError('retry_after', sentences.pause({ platform: 'YouTube' }), {
    code: '429',
    pausesChannel: true,
  })
  await recordFailure(deps, new HeldRow(deps, await leased(world, id)), asked, 0)
  const found = await showPublication(db, other.id)
  const noteIn = (language: 'en' | 'es-MX') => found && presentPublication(found, language).note
  expect([noteIn('en'), noteIn('es-MX')]).toEqual([
    'YouTube asked us to slow down.',
    'YouTube pide una pausa.',
  ])

  const limits = { perHour: 1, perDay: 2 }
  const laneOf = (kind: 'youtube' | 'tiktok') => ({
    kind,
    channelId: world.channels[kind],
    shared: false,
    limits,
  })
  const why = async (kind: 'youtube' | 'tiktok') => {
    const refused = await lookForSlot(db, laneOf(kind), await deps.time(db)).catch((error: unknown) => error)
    return refused instanceof NoSlotError ? said(refused.sentence, 'es-MX') : refused
  }
  expect(await why('youtube')).toBe('YouTube pide una pausa.')
  await db.transaction().execute(tx => takeSlot(tx, laneOf('tiktok'), id, deps.time))
  expect(await why('tiktok')).toBe('Espera su lugar: TikTok acepta 1 por hora y 2 por día.')
})

type World = Awaited<ReturnType<typeof publishingWorld>>
const leased = async ({ db }: World, id: string) =>
  updatePublication(db, id, {
    lease_token: crypto.randomUUID(),
    lease_until: new Date(Date.now() + 60_000),
  })
