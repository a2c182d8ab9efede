import { useMutation } from '@tanstack/react-query'
import type { ChannelKind } from '#contract/publishing-constants.ts'
import { texts } from '../../features/publishing/texts.ts'
import { sentenceOf } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
import { toastFailure } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'

const { channels: words } = texts

export const channelChangeFailed = (error: unknown) =>
  toastFailure(error, { title: words.changeFailed, description: sentenceOf(error, texts.tryAgain) })

/** Leads to the platform's own page, where somebody allows what is needed. */
export function Connect({ kind, label }: { kind: ChannelKind; label: string }) {
  const connect = useMutation({
    mutationFn: () => call('connectChannel', { params: { kind } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: channelChangeFailed,
  })
  // It stays busy until the page is left.
  const busy = connect.isPending || connect.isSuccess
  return (
    <Button variant="outline" size="sm" busy={busy} onClick={() => connect.mutate()}>
      {busy ? words.leading : label}
    </Button>
  )
}
