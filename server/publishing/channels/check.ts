import type { ChannelKind } from '#contract/publishing/publications.ts'
import { type AccountCheck, PublishError } from '#server/platforms/index.ts'
import { type ChannelRow, findChannel, listChannels } from './store.ts'
import { accountOf, heldTokens, type TokenDeps } from './tokens.ts'

/**
 * Whether a connected channel has everything publishing needs. An expired token is renewed first, as for a
 * post; all other calls are read-only.
 */
async function checkChannel(deps: TokenDeps, row: ChannelRow): Promise<AccountCheck[]> {
  const { connector } = deps.networks[row.kind]
  if (!connector)
    return [{ what: 'Sign-in', ok: false, note: 'This server has no credentials for the platform.' }]
  try {
    await accountOf(deps, row).token()
  } catch (error) {
    if (!(error instanceof PublishError)) throw error
    return [{ what: 'Sign-in', ok: false, note: `${error.message} Connect it again under Publishing.` }]
  }
  const fresh = (await findChannel(deps.db, row.id)) ?? row
  return connector.check(heldTokens(deps.secrets, fresh))
}

/** Checks every channel that is connected or has to be reconnected. */
export async function checkChannels(
  deps: TokenDeps,
): Promise<{ kind: ChannelKind; name: string; checks: AccountCheck[] }[]> {
  const found = []
  for (const row of await listChannels(deps.db))
    if (row.status !== 'disconnected')
      found.push({ kind: row.kind, name: row.name, checks: await checkChannel(deps, row) })
  return found
}
