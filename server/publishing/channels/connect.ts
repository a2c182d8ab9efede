import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { cleanLine } from '#contract/clean-text.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { api } from '#contract/paths.ts'
import { type ChannelKind, channelNames } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/publishing.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { type ChannelSettings, type Connector, type Grant, PublishError } from '#server/platforms/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { resumeHeld } from './hold.ts'
import { findChannel, listChannels, updateChannel } from './store.ts'
import { sealToken, tokensOf } from './tokens.ts'

type ConnectDeps = Pick<PublishingDeps, 'db' | 'secrets' | 'networks' | 'publicUrl' | 'time'>

const openForMs = 15 * 60_000
const random = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The callback address registered at a platform. */
export const redirectUriOf = (publicUrl: string, kind: ChannelKind): string =>
  `${publicUrl}${api.channelCallback(kind)}`

function connectorOf(deps: ConnectDeps, kind: ChannelKind): Connector {
  const { connector } = deps.networks[kind]
  if (!connector) throw new AppError('conflict', sentences.noCredentials({ kind: channelNames[kind] }))
  return connector
}

/**
 * Starts connecting an account.
 * @param channelId the channel to reconnect; null: a new one
 * @returns the address for a full-page redirect
 * @throws AppError not_found for a channel of another kind; conflict without credentials
 */
export async function beginConnect(
  deps: ConnectDeps,
  kind: ChannelKind,
  userId: string | null,
  channelId: string | null = null,
): Promise<{ url: string; state: string; challenge: string }> {
  const connector = connectorOf(deps, kind)
  if (channelId && (await findChannel(deps.db, channelId))?.kind !== kind) throw notFound('channel')
  const [state, verifier] = [random(), random()]
  const now = await deps.time(deps.db)
  await deps.db
    .deleteFrom('channel_connects')
    .where('created_at', '<', new Date(now.getTime() - openForMs))
    .execute()
  await deps.db
    .insertInto('channel_connects')
    .values({ state, kind, verifier, user_id: userId, channel_id: channelId, created_at: now })
    .execute()
  const challenge = challengeOf(verifier)
  return {
    url: connector.authorizeUrl(state, challenge, redirectUriOf(deps.publicUrl, kind)),
    state,
    challenge,
  }
}

interface Made {
  kind: ChannelKind
  grant: Grant
  refreshToken: string
  profile: Awaited<ReturnType<Connector['profile']>>
  now: Date
}

interface Connecting {
  /** null: the sandbox's own accounts, without anyone */
  userId: string | null
  by: Auditor
  /** how the person who connects reads: the texts of a new channel start in these; a known one keeps its own */
  units?: UnitSystem
}

/** Saves a connected account: as a new channel, or over its existing one. */
async function keepChannel(
  { secrets }: ConnectDeps,
  tx: Tx,
  { kind, grant, refreshToken, profile, now }: Made,
  given: Connecting,
): Promise<{ id: string; name: string }> {
  // A second simultaneous connection of the same account waits here and then finds its row.
  await tx.selectFrom('channel_kinds').select('kind').where('kind', '=', kind).forUpdate().execute()
  const known = await tx
    .selectFrom('platform_channels')
    .select(['id', 'settings', 'status'])
    .where('kind', '=', kind)
    .where('external_id', '=', profile.externalId)
    .forUpdate()
    .executeTakeFirst()
  const id = known?.id ?? randomUUID()
  const { privacyOptions } = profile
  const name = cleanLine(profile.name)
  const before = known?.settings ?? {}
  const keeps = before.defaultPrivacy && privacyOptions.includes(before.defaultPrivacy)
  const settings: ChannelSettings = { ...(keeps ? before : {}), privacyOptions }
  const about = {
    name,
    handle: profile.handle && cleanLine(profile.handle),
    avatar_url: profile.avatarUrl,
    scopes: grant.scopes,
    status: 'connected' as const,
    problem: null,
    connected_by: given.userId,
    connected_at: now,
    noticed_for: null,
    refresh_expires_at: null,
    ...tokensOf(secrets, id, grant, now),
  }
  if (known) await updateChannel(tx, id, { ...about, settings })
  else
    await tx
      .insertInto('platform_channels')
      .values({
        ...about,
        id,
        kind,
        external_id: profile.externalId,
        refresh_token: sealToken(secrets, id, refreshToken),
        settings: json(settings),
        ...(given.units ? { units: given.units } : {}),
      })
      .execute()
  if (known?.status === 'disconnected') await resumeHeld(tx, { id, name }, now)
  await record(tx, {
    ...given.by,
    action: 'channel.connect',
    objectType: 'channel',
    objectId: id,
    after: { kind, name },
  })
  return { id, name }
}

/**
 * Finishes connecting with the platform's callback parameters. The same account keeps its row, and with it
 * everything scheduled for it.
 * @param userId who must have started it
 * @throws AppError with a sentence when it did not work
 */
export async function endConnect(
  deps: ConnectDeps,
  kind: ChannelKind,
  given: Connecting & { code: string; state: string },
): Promise<{ id: string; name: string }> {
  const connector = connectorOf(deps, kind)
  const now = await deps.time(deps.db)
  const begun = await deps.db
    .deleteFrom('channel_connects')
    .where('state', '=', given.state)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst()
  if (!begun || begun.user_id !== given.userId || now.getTime() - begun.created_at.getTime() > openForMs)
    throw new AppError('bad_request', sentences.otherBrowser)
  try {
    const ours = (await listChannels(deps.db)).filter(one => one.kind === kind)
    const grant = await connector.exchange(given.code, begun.verifier, redirectUriOf(deps.publicUrl, kind), {
      externalId: ours.find(({ id }) => id === begun.channel_id)?.external_id ?? null,
      known: ours.filter(({ status }) => status !== 'disconnected').map(one => one.external_id),
    })
    const missing = connector.scopes.filter(scope => !grant.scopes.includes(scope))
    if (missing.length) throw new AppError('bad_request', sentences.notAllConsented)
    if (!grant.refreshToken) throw new AppError('bad_request', sentences.notLasting)
    const { refreshToken } = grant
    const profile = await connector.profile(grant.accessToken)
    const made = { kind, grant, refreshToken, profile, now }
    return await deps.db.transaction().execute(tx => keepChannel(deps, tx, made, given))
  } catch (error) {
    if (!(error instanceof PublishError)) throw error
    throw new AppError('bad_request', sentences.notConnected({ problem: error.sentence }), {
      cause: error,
    })
  }
}
