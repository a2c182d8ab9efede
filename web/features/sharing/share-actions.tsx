import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/sharing.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'

type Way = 'copy' | 'share'

/**
 * Copies the share link of one's own video, or hands it to the phone's share sheet, by one press, which turns the link on
 * if it is off.
 */
export function ShareActions({ videoId, title }: { videoId: string; title: string }) {
  const given = { params: { id: videoId } }
  const query = useQuery({ ...reading('shareLinks', given), ...fresh })
  const [copy, setCopy] = useState<string>(texts.copy)
  const hydrated = useHydrated()
  const link = query.data?.links.find(({ clipId }) => clipId === null)
  const handOn = (way: Way, url: string) =>
    way === 'copy'
      ? // A press counts for a few seconds only: after a slow answer, the next one copies.
        navigator.clipboard.writeText(url).then(
          () => setCopy(texts.copied),
          () => setCopy(texts.copyAgain),
        )
      : // Closing the phone's share sheet is a choice, not a failure.
        navigator.share({ title, url }).catch(() => undefined)
  const on = useAction({
    mutationFn: (_way: Way) => call('shareOn', { ...given, body: { clipId: null } }),
    onDone: (turnedOn, way) => void handOn(way, turnedOn.url),
    failed: { title: texts.onFailed, otherwise: texts.noConnection },
    refresh: [api.shareLinks(videoId)],
    refreshOn: 'settled',
  })
  const press = (way: Way) => (link ? void handOn(way, link.url) : on.mutate(way))
  const refused = link ? null : query.data?.refused
  const busy = query.isPending || on.isPending
  if (refused) return <p className="col-span-full basis-full text-muted text-sm">{refused}</p>
  return (
    <>
      {hydrated && navigator.clipboard && (
        <Button
          size="sm"
          variant={copy === texts.copied ? 'outline' : 'primary'}
          busy={busy}
          onClick={() => press('copy')}
        >
          <span aria-live="polite">{copy}</span>
        </Button>
      )}
      {hydrated && 'share' in navigator && (
        <Button variant="outline" size="sm" disabled={busy} onClick={() => press('share')}>
          {texts.share}
        </Button>
      )}
    </>
  )
}
