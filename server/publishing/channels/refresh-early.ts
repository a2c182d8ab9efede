import { channelKinds } from '#contract/publishing/publications.ts'
import { PublishError } from '#server/platforms/index.ts'
import { eachAlone } from '../each-alone.ts'
import { marginMs, refreshInTurn, type TokenDeps, withTokens } from './tokens.ts'

/** How long a channel may be unused before its tokens are renewed to keep them valid. */
const idleMs = 12 * 3600_000

/**
 * Renews tokens that expire soon or were idle. One worker does it: the others find the tokens
 * fresh.
 */
export async function refreshEarly(deps: TokenDeps): Promise<void> {
  const now = await deps.time(deps.db)
  const due = await deps.db
    .selectFrom('platform_channels')
    .select('id')
    .where('status', '=', 'connected')
    .where('kind', 'in', [...channelKinds])
    .where(eb =>
      eb.or([
        eb('access_expires_at', '<', new Date(now.getTime() + marginMs * 2)),
        eb('refreshed_at', '<', new Date(now.getTime() - idleMs)),
      ]),
    )
    .execute()
  await eachAlone(
    deps,
    due,
    c => c.id,
    ({ id }) =>
      withTokens(deps, id, async () => {
        const row = await deps.db
          .selectFrom('platform_channels')
          .selectAll()
          .where('id', '=', id)
          .where('status', '=', 'connected')
          .executeTakeFirst()
        if (!row) return
        const at = await deps.time(deps.db)
        const stale = at.getTime() - row.refreshed_at.getTime() > idleMs
        if (!stale && row.access_expires_at.getTime() - at.getTime() > marginMs * 2) return
        const result = await refreshInTurn(deps, row, at)
        if (result instanceof PublishError && result.kind !== 'reconnect')
          deps.log.warn({ channel: id, code: result.code }, 'tokens could not be renewed now')
      }),
  )
}
