import { sentences as history } from '#sentences/history.ts'
import { sentences } from '#sentences/publishing.ts'
import { inTurns } from '#server/core/db/turn.ts'
import { seal, unseal } from '#server/core/seal.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { Text } from '#server/core/sentences.ts'
import { type Account, type Grant, type HeldTokens, PublishError } from '#server/platforms/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { takeUnits } from './quota.ts'
import { type ChannelRow, findChannel, findChannelForUpdate, problemOf, updateChannel } from './store.ts'

export type TokenDeps = Pick<PublishingDeps, 'db' | 'secrets' | 'networks' | 'time' | 'log'>

const purpose = 'platform-tokens'
export const sealToken = (secrets: Secrets, channelId: string, token: string): string =>
  seal(secrets, purpose, channelId, token)
const openToken = (secrets: Secrets, channelId: string, sealed: string): string =>
  unseal(secrets, purpose, channelId, sealed)

/**
 * Tokens are replaced this long before they expire, because an upload in progress needs its token a while
 * longer.
 */
export const marginMs = 10 * 60_000

const inSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/**
 * A grant's changes to a channel. A platform that sends no new refresh token keeps the old one valid.
 * @throws when the answer has no access token, so that nothing is overwritten with nothing
 */
export function tokensOf(secrets: Secrets, channelId: string, grant: Grant, now: Date) {
  if (!grant.accessToken) throw new Error('The platform gave an empty access token')
  return {
    access_token: sealToken(secrets, channelId, grant.accessToken),
    ...(grant.refreshToken ? { refresh_token: sealToken(secrets, channelId, grant.refreshToken) } : {}),
    access_expires_at: inSeconds(now, grant.expiresIn),
    ...(grant.refreshExpiresIn === null
      ? {}
      : { refresh_expires_at: inSeconds(now, grant.refreshExpiresIn) }),
    refreshed_at: now,
  }
}

const reconnect = (channel: string, problem: Text | null) =>
  new PublishError('reconnect', history.reconnectChannel({ channel, problem }), {
    code: 'reconnect',
  })

/**
 * What a channel is used for. follow: finishing what has started there and counting published posts, which
 * continues after disconnecting as long as the platform accepts the permission; post doesn't.
 */
type Use = 'post' | 'follow'

/** Why a channel can't have a token; null when it can. */
function closedFor(row: ChannelRow | null, use: Use): PublishError | null {
  const disconnected = (why: Text) => new PublishError('reconnect', why, { code: 'disconnected' })
  if (!row) return disconnected(history.noChannelAnyMore)
  if (row.status === 'reconnect') return reconnect(row.name, problemOf(row))
  if (row.status !== 'disconnected') return null
  if (use === 'post') return disconnected(history.channelOff({ channel: row.name }))
  const problem = problemOf(row)
  return problem ? disconnected(history.channelEnded({ channel: row.name, problem })) : null
}

/** Whether posts on a channel can still be counted. */
export const canFollow = (row: ChannelRow | null): row is ChannelRow => closedFor(row, 'follow') === null

/**
 * Works on a channel's tokens, one at a time across all servers, because a refresh token may work only once.
 * The platform is asked outside of transactions.
 */
export const withTokens = <T>(deps: TokenDeps, channelId: string, work: () => Promise<T>): Promise<T> =>
  inTurns(deps.db, `tokens ${channelId}`, work)

/**
 * Saves what a refresh changes, unless someone connected the channel again meanwhile, which replaced its tokens.
 */
const keep = (
  deps: TokenDeps,
  { id, refresh_token }: ChannelRow,
  change: (row: ChannelRow) => Parameters<typeof updateChannel>[2],
): Promise<void> =>
  deps.db.transaction().execute(async tx => {
    const row = await findChannelForUpdate(tx, id)
    if (row?.refresh_token === refresh_token) await updateChannel(tx, id, change(row))
  })

/** Refreshes a channel's tokens. To be called in its turn. */
export async function refreshInTurn(
  deps: TokenDeps,
  row: ChannelRow,
  now: Date,
): Promise<string | PublishError> {
  const { connector } = deps.networks[row.kind]
  if (!connector) return reconnect(row.name, sentences.noCredentialsHere)
  try {
    const grant = await connector.refresh(openToken(deps.secrets, row.id, row.refresh_token))
    const tokens = tokensOf(deps.secrets, row.id, grant, now)
    await keep(deps, row, ({ status }) => ({
      ...tokens,
      ...(status === 'disconnected' ? {} : { status: 'connected' as const }),
      problem: null,
    }))
    return grant.accessToken
  } catch (error) {
    if (!(error instanceof PublishError)) throw error
    if (error.kind === 'reconnect') {
      deps.log.warn({ channel: row.id, code: error.code }, 'a channel needs to be connected again')
      await keep(deps, row, ({ status }) => ({
        ...(status === 'disconnected' ? {} : { status: 'reconnect' as const }),
        problem: error.sentence,
      }))
    }
    return error
  }
}

/**
 * A token that is valid for a while. A second caller during a refresh waits and gets the new one.
 * @param refused a token that the platform refused although it hadn't expired
 * @throws PublishError reconnect when none can be obtained, retry_after when the platform doesn't answer
 */
async function tokenOf(
  deps: TokenDeps,
  channelId: string,
  use: Use,
  refused: string | undefined,
): Promise<string> {
  const row = await findChannel(deps.db, channelId)
  const now = await deps.time(deps.db)
  const fresh = (c: ChannelRow, at: Date) => c.access_expires_at.getTime() - at.getTime() > marginMs
  if (row && closedFor(row, use) === null && fresh(row, now)) {
    const token = openToken(deps.secrets, channelId, row.access_token)
    if (token !== refused) return token
  }
  const result = await withTokens(deps, channelId, async () => {
    const current = await findChannel(deps.db, channelId)
    const closed = closedFor(current, use)
    if (!current || closed) return closed as PublishError
    const at = await deps.time(deps.db)
    if (fresh(current, at)) {
      const token = openToken(deps.secrets, channelId, current.access_token)
      if (token !== refused) return token
    }
    return refreshInTurn(deps, current, at)
  })
  if (result instanceof PublishError) throw result
  return result
}

/** A channel's account, as adapters use it. */
export const accountOf = (deps: TokenDeps, channel: ChannelRow, use: Use = 'post'): Account => ({
  channelId: channel.id,
  externalId: channel.external_id,
  settings: channel.settings,
  token: refused => tokenOf(deps, channel.id, use, refused),
  takeUnits: (units, most) => takeUnits(deps, channel, { budget: 'units', units, most }),
})

/** A channel's stored tokens. */
export const heldTokens = (secrets: Secrets, row: ChannelRow): HeldTokens => ({
  accessToken: openToken(secrets, row.id, row.access_token),
  refreshToken: openToken(secrets, row.id, row.refresh_token),
  externalId: row.external_id,
})
