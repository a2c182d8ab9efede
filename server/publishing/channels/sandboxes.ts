import { type ChannelKind, channelKinds } from '#contract/publishing/publications.ts'
import { bySettings } from '#server/audit/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { beginConnect, endConnect, redirectUriOf } from './connect.ts'
import { listChannels, updateChannel } from './store.ts'

/** Issues an authorization code like the sandbox's consent page. */
interface Consenting {
  consent(redirectUri: string, challenge: string): string
}

/**
 * Connects the sandbox's accounts on the first start, in the same steps a person takes on the consent page,
 * so that publishing works right away. Later changes by staff stay.
 */
export async function connectSandboxes(
  deps: PublishingDeps,
  sandboxes: Partial<Record<ChannelKind, Consenting>>,
): Promise<void> {
  const known = new Set((await listChannels(deps.db)).map(c => c.kind))
  for (const kind of channelKinds) {
    const sandbox = sandboxes[kind]
    if (!sandbox || known.has(kind)) continue
    const { state, challenge } = await beginConnect(deps, kind, null)
    const code = sandbox.consent(redirectUriOf(deps.publicUrl, kind), challenge)
    const { id } = await endConnect(deps, kind, { code, state, userId: null, by: bySettings })
    const row = (await listChannels(deps.db)).find(c => c.id === id)
    const everybody = row?.settings.privacyOptions?.[0]
    if (row && everybody)
      await updateChannel(deps.db, id, { settings: { ...row.settings, defaultPrivacy: everybody } })
  }
}
