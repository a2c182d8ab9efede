import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { api } from '#contract/paths.ts'
import { type ChannelKind, channelNames } from '#contract/publishing/publications.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { json } from '#server/platform/db/json.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type ChannelSettings, type Connector, PublishError } from '#server/platforms/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { updateChannel } from './store.ts'
import { sealToken, tokensOf } from './tokens.ts'

type ConnectDeps = Pick<PublishingDeps, 'db' | 'secrets' | 'networks' | 'publicUrl' | 'time'>

const openForMs = 15 * 60_000
const random = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Where a platform sends people back to; registered there. */
export const redirectUriOf = (publicUrl: string, kind: ChannelKind): string =>
  `${publicUrl}${api.channelCallback(kind)}`

function connectorOf(deps: ConnectDeps, kind: ChannelKind): Connector {
  const { connector } = deps.networks[kind]
  if (!connector)
    throw new AppError(
      'conflict',
      `This server has no credentials for ${channelNames[kind]}: see the settings.`,
    )
  return connector
}

/** Begins connecting an account. @returns where to go with the whole page */
export async function beginConnect(
  deps: ConnectDeps,
  kind: ChannelKind,
  userId: string | null,
): Promise<{ url: string; state: string; challenge: string }> {
  const connector = connectorOf(deps, kind)
  const [state, verifier] = [random(), random()]
  const now = await deps.time(deps.db)
  await deps.db
    .deleteFrom('channel_connects')
    .where('created_at', '<', new Date(now.getTime() - openForMs))
    .execute()
  await deps.db
    .insertInto('channel_connects')
    .values({ state, kind, verifier, user_id: userId, created_at: now })
    .execute()
  const challenge = challengeOf(verifier)
  return {
    url: connector.authorizeUrl(state, challenge, redirectUriOf(deps.publicUrl, kind)),
    state,
    challenge,
  }
}

/**
 * Ends connecting with what the platform handed back. The same account again keeps its row, so that what is scheduled
 * for it stays so.
 * @param userId who must have begun it
 * @throws AppError with a sentence when it did not work
 */
export async function endConnect(
  deps: ConnectDeps,
  kind: ChannelKind,
  given: { code: string; state: string; userId: string | null; by: Auditor },
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
    throw new AppError(
      'bad_request',
      'This connection was not begun here, or too long ago. Please try again.',
    )
  try {
    const grant = await connector.exchange(given.code, begun.verifier, redirectUriOf(deps.publicUrl, kind))
    const missing = connector.scopes.filter(scope => !grant.scopes.includes(scope))
    if (missing.length)
      throw new AppError(
        'bad_request',
        'Not everything that is needed was allowed. Connect again and leave all boxes ticked.',
      )
    if (!grant.refreshToken)
      throw new AppError('bad_request', 'The platform gave no lasting permission. Please connect again.')
    const { refreshToken } = grant
    const profile = await connector.profile(grant.accessToken)
    return await deps.db.transaction().execute(async tx => {
      const known = await tx
        .selectFrom('platform_channels')
        .select(['id', 'settings'])
        .where('kind', '=', kind)
        .where('external_id', '=', profile.externalId)
        .forUpdate()
        .executeTakeFirst()
      const id = known?.id ?? randomUUID()
      const { privacyOptions } = profile
      const before = known?.settings ?? {}
      const keeps = before.defaultPrivacy && privacyOptions.includes(before.defaultPrivacy)
      const settings: ChannelSettings = {
        ...(keeps ? before : {}),
        privacyOptions,
      }
      const tokens = tokensOf(deps.secrets, id, grant, now)
      const about = {
        name: profile.name,
        avatar_url: profile.avatarUrl,
        scopes: grant.scopes,
        status: 'connected' as const,
        problem: null,
        connected_by: given.userId,
        connected_at: now,
        noticed_for: null,
        refresh_expires_at: null,
        ...tokens,
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
            refresh_token: sealToken(deps.secrets, id, refreshToken),
            settings: json(settings),
          })
          .execute()
      await record(tx, {
        ...given.by,
        action: 'channel.connect',
        objectType: 'channel',
        objectId: id,
        after: { kind, name: profile.name },
      })
      return { id, name: profile.name }
    })
  } catch (error) {
    if (!(error instanceof PublishError)) throw error
    throw new AppError('bad_request', `The account could not be connected: ${error.message}`, {
      cause: error,
    })
  }
}
