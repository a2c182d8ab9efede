import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { aiPanelPollMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { bestPlan } from '#contract/reels/best.ts'
import { mostReels } from '#contract/reels/limits.ts'
import type { Reel, ReelPlan } from '#contract/reels/schemas.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/reels.ts'
import { aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { reelsQuery } from './calls.ts'
import { ReelItem } from './reel-item.tsx'
import { ReelMaker } from './reel-maker.tsx'
import type { Found } from './rules.ts'

const { list: words } = texts
const nothing: Found = { highlights: [], compilations: [] }

/** Reels that a rider or staff made of a video: to make, watch, download, share and send to review. */
export default function ReelsSection({
  video,
  own,
  making = false,
  onMade,
}: {
  video: Video
  own: boolean
  making?: boolean
  onMade?: (() => void) | undefined
}) {
  const status = useQuery(aiStatusQuery(video.id, aiPanelPollMs))
  const reels = useQuery(reelsQuery(video.id, resultsOf(status.data)))
  const results = useQuery(aiHighlightsQuery(video.id, resultsOf(status.data)))
  const { data: found = nothing } = results
  const [editing, setEditing] = useState<Reel | 'new' | null>(null)
  const best = useAction({
    mutationFn: async (plan: ReelPlan) => {
      const { id } = await call('createReel', { params: { id: video.id }, body: plan })
      return call('renderReel', { params: { id: video.id, reelId: id } })
    },
    failed: { title: words.bestFailed, otherwise: texts.noConnection },
    refresh: [api.reels(video.id)],
    refreshOn: 'settled',
  })
  const full = (reels.data?.length ?? 0) >= mostReels
  // Where there is no room for another reel, the list shows which to delete.
  const startMaking = useEffectEvent(() => (full ? onMade?.() : setEditing('new')))
  const ready = making && !reels.isPending
  useEffect(() => {
    if (ready) startMaking()
  }, [ready])
  const streamId = video.cfStreamId
  if (!streamId) return null
  // A new one starts with the best of what was found, once that is there.
  const known = !status.isLoading && !results.isLoading
  const suggested = bestPlan(found, 15, video.duration)
  const maker = {
    id: video.id,
    streamId,
    duration: video.duration,
    aspect: video.width && video.height ? video.width / video.height : 16 / 9,
  }
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        <Button disabled={full} onClick={() => setEditing('new')}>
          {words.make}
        </Button>
        {suggested.pieces.length > 0 && (
          <Button
            variant="outline"
            disabled={full}
            busy={best.isPending}
            onClick={() => best.mutate(suggested)}
          >
            {words.best}
          </Button>
        )}
      </div>
      <Loaded query={reels} skeleton={<Waiting label={words.loading} rows={['h-2']} />} failed={words.failed}>
        {all => (
          <ul className="mt-2 divide-y divide-line">
            {all.map(reel => (
              <ReelItem
                key={reel.id}
                videoId={video.id}
                reel={reel}
                own={own}
                onEdit={() => setEditing(reel)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {editing && (editing !== 'new' || known) && (
        <ReelMaker
          video={maker}
          found={found}
          reel={editing === 'new' ? null : editing}
          best={suggested}
          onKept={kept => setEditing(kept ?? 'new')}
          onClose={() => {
            setEditing(null)
            if (making) onMade?.()
          }}
        />
      )}
    </>
  )
}
