import type { ChannelKind } from '#contract/publishing.ts'
import { bySettings } from '#server/audit/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { beginConnect, endConnect, redirectUriOf } from './connect.ts'
import { listChannels, updateChannel } from './store.ts'

/** An authorization code as the stand-in's consent page would give it. */
export type Consent = (redirectUri: string, challenge: string) => string

/**
 * Connects the sandbox's own accounts on the first start, by the same steps a person takes on the consent page, so
 * that publishing works at once. What staff connect or disconnect later stays as it is.
 */
export async function connectStandIns(
  deps: PublishingDeps,
  consents: Partial<Record<ChannelKind, Consent>>,
): Promise<void> {
  const known = new Set((await listChannels(deps.db)).map(c => c.kind))
  for (const [kind, consent] of Object.entries(consents) as [ChannelKind, Consent][]) {
    if (known.has(kind)) continue
    const { state, challenge } = await beginConnect(deps, kind, null)
    const code = consent(redirectUriOf(deps.publicUrl, kind), challenge)
    const { id } = await endConnect(deps, kind, { code, state, userId: null, by: bySettings })
    const row = (await listChannels(deps.db)).find(c => c.id === id)
    const everybody = row?.settings.privacyOptions?.[0]
    if (row && everybody)
      await updateChannel(deps.db, id, { settings: { ...row.settings, defaultPrivacy: everybody } })
  }
}
