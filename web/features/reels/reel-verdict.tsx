import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { isStaff } from '#contract/permissions.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { texts } from '#texts/features/reels.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { mayDecideQuery } from './calls.ts'

const { list: words } = texts

/** What staff say of a rendered reel: its maker sends it, staff approve or reject exactly that rendering. */
export function ReelVerdict({
  videoId,
  reel,
  clipId,
  own,
}: {
  videoId: string
  reel: Reel
  clipId: string
  own: boolean
}) {
  const staff = isStaff(useUser().role)
  const sending = useAction({
    mutationFn: () => call('sendReel', { params: { id: videoId, reelId: reel.id } }),
    done: { title: words.sent },
    failed: { title: words.sendFailed, otherwise: texts.noConnection },
    refresh: [api.reels(videoId)],
    refreshOn: 'settled',
  })
  return (
    <>
      {reel.verdict === 'none' && !reel.changed && (own || staff) && (
        <Button variant="outline" size="sm" busy={sending.isPending} onClick={() => sending.mutate()}>
          {words.send}
        </Button>
      )}
      {reel.verdict === 'rejected' && (
        <div className="basis-full">
          <Alert tone="warning" title={words.verdicts.rejected}>
            {reel.words}
          </Alert>
        </div>
      )}
      {reel.verdict === 'waiting' && staff && <Decide videoId={videoId} reelId={reel.id} clipId={clipId} />}
    </>
  )
}

function Decide({ videoId, reelId, clipId }: { videoId: string; reelId: string; clipId: string }) {
  const [why, setWhy] = useState('')
  const { data: mayDecide = true } = useQuery(mayDecideQuery(videoId))
  const deciding = useAction({
    mutationFn: (decision: 'approve' | 'reject') =>
      call('decideReel', {
        params: { id: videoId, reelId },
        body: { decision, clipId, words: decision === 'reject' ? why : '' },
      }),
    failed: { title: words.decideFailed, otherwise: texts.noConnection },
    refresh: [api.reels(videoId), api.waitingReels],
    refreshOn: 'settled',
  })
  const busy = deciding.isPending ? deciding.variables : null
  if (!mayDecide)
    return (
      <div className="basis-full">
        <Alert title={words.ownVideo} />
      </div>
    )
  return (
    <div className="basis-full space-y-3 rounded-lg border border-line p-4">
      <TextField
        label={words.why}
        value={why}
        maxLength={1000}
        onChange={event => setWhy(event.target.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button size="sm" busy={busy === 'approve'} onClick={() => deciding.mutate('approve')}>
          {words.approve}
        </Button>
        <Button
          variant="danger"
          size="sm"
          disabled={!why.trim()}
          busy={busy === 'reject'}
          onClick={() => deciding.mutate('reject')}
        >
          {words.reject}
        </Button>
      </div>
    </div>
  )
}
