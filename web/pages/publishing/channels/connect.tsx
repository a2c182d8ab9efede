import type { ChannelKind } from '#contract/publishing/constants.ts'
import { texts } from '../../../features/publishing/texts.ts'
import { call } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'

const { channels: words } = texts

export const changeFailed = { title: words.changeFailed, otherwise: texts.tryAgain }

/**
 * Leads to the platform's own page, where somebody allows what is needed.
 * @param channelId the channel to connect again; without it another one
 * @param name what screen readers say, where the label alone says too little
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
  const connect = useAction({
    mutationFn: () => call('connectChannel', { params: { kind }, body: { channelId } }),
    onDone: ({ url }) => window.location.assign(url),
    failed: changeFailed,
  })
  // It stays busy until the page is left.
  const busy = connect.isPending || connect.isSuccess
  return (
    <Button variant="outline" size="sm" aria-label={name} busy={busy} onClick={() => connect.mutate()}>
      {busy ? words.leading : label}
    </Button>
  )
}
