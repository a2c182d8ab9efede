import type { ChannelKind } from '#contract/publishing/constants.ts'
import { texts } from '#texts/features/publishing.ts'
import { call } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { Button } from '../../../ui/button.tsx'

const { channels: words } = texts

export const changeFailed = { title: words.changeFailed, otherwise: texts.tryAgain }

/**
 * Opens the platform's page, where an admin grants the permissions; nothing for moderators. @param channelId the channel to reconnect; without
 * it, a new one @param name for screen readers, if the label alone isn't enough
 */
export function Connect({
  kind,
  channelId,
  label,
  name,
}: {
  kind: ChannelKind
  channelId?: string
  label: string
  name?: string
}) {
  const admin = useUser().role === 'admin'
  const connect = useAction({
    mutationFn: () => call('connectChannel', { params: { kind }, body: { channelId } }),
    onDone: ({ url }) => window.location.assign(url),
    failed: changeFailed,
  })
  // It stays busy until the page unloads.
  const busy = connect.isPending || connect.isSuccess
  if (!admin) return null
  return (
    <Button variant="outline" size="sm" aria-label={name} busy={busy} onClick={() => connect.mutate()}>
      {busy ? words.leading : label}
    </Button>
  )
}
