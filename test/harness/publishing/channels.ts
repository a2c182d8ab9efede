import type { ChannelKind } from '#contract/publishing/publications.ts'
import { bySettings } from '#server/audit/index.ts'
import { disconnect, makeDefault } from '#server/publishing/channels/manage.ts'
import { defaultChannel, findChannel, updateChannel } from '#server/publishing/channels/store.ts'
import { PublishingWorker } from '#server/publishing/index.ts'
import { showPublication } from '#server/publishing/lists.ts'
import { presentPublication } from '#server/publishing/present.ts'
import { findPublication } from '#server/publishing/store.ts'
import { type PublishingWorld, postsOf, publishingWorld } from './world.ts'

/** Sandbox accounts; the first ones are already connected. */
export const accounts = {
  youtube: ['UCtrailcut0000000000001', 'UCtrailcut0000000000002'],
  tiktok: ['trailcut.rides', 'trailcut.stunts'],
} as const
export const kinds = ['youtube', 'tiktok'] as const

/** A world with two channels of each kind. @returns it with the ids of the second ones */
export async function twoOfEach(given: Parameters<typeof publishingWorld>[0] = {}) {
  const world = await publishingWorld(given)
  const second = {} as Record<(typeof kinds)[number], string>
  for (const kind of kinds) {
    const id = await world.connect(kind, accounts[kind][1])
    const settings = (await findChannel(world.db, id))?.settings
    const [everybody] = settings?.privacyOptions ?? []
    if (everybody) await updateChannel(world.db, id, { settings: { ...settings, defaultPrivacy: everybody } })
    second[kind] = id
  }
  return { world, second }
}

/** Processes what is due now, one by one, without advancing the time. */
export async function workOnce(world: PublishingWorld): Promise<void> {
  const worker = new PublishingWorker(world.deps, { atOnce: 1 })
  while ((await worker.fill()) > 0) await worker.idle()
}

export const disconnectNow = (world: PublishingWorld, id: string) =>
  world.db.transaction().execute(async tx => disconnect(tx, id, bySettings, await world.deps.time(tx)))
export const makeDefaultNow = (world: PublishingWorld, id: string) =>
  world.db.transaction().execute(tx => makeDefault(tx, id, bySettings))
export const defaultOf = async (world: PublishingWorld, kind: ChannelKind) =>
  (await defaultChannel(world.db, kind))?.id ?? null
export const accountsWithPosts = (world: PublishingWorld, kind: ChannelKind) =>
  postsOf(world, kind)
    .map(post => post.accountId)
    .sort()
export const stateOf = async (world: PublishingWorld, { id }: { id: string }) =>
  (await findPublication(world.db, id))?.state
export const shown = async (world: PublishingWorld, { id }: { id: string }) => {
  const row = await showPublication(world.db, id)
  if (!row) throw new Error('No publication')
  return presentPublication(row, 'en')
}
