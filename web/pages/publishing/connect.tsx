import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { connectAnswer } from '#contract/publishing.ts'
import type { ChannelKind } from '#contract/publishing-constants.ts'
import { texts } from '../../features/publishing/texts.ts'
import { request, sentenceOf } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'

const { channels: words } = texts

export const channelChangeFailed = (error: unknown) =>
  toastFailure(error, { title: words.changeFailed, description: sentenceOf(error, texts.tryAgain) })

/** Leads to the platform's own page, where somebody allows what is needed. */
export function Connect({ kind, label }: { kind: ChannelKind; label: string }) {
  const connect = useMutation({
    mutationFn: () => request<z.infer<typeof connectAnswer>>('POST', api.connectChannel(kind)),
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
