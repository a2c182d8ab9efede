import { api } from '#contract/paths.ts'
import type { Reel, ReelPlan } from '#contract/reels/reels.ts'
import { ApiError } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { texts } from './texts.ts'

const { maker: words } = texts

/** Keeps the plan, or keeps and renders it. */
export function Saving({
  videoId,
  reel,
  plan,
  tooLong,
  onKept,
  onDone,
}: {
  videoId: string
  reel: Reel | null
  plan: ReelPlan
  tooLong: boolean
  onKept: (reel: Reel | null) => void
  onDone: () => void
}) {
  const { saving, rendering } = useSaving(videoId, reel, onKept, onDone)
  const empty = plan.pieces.length === 0
  return (
    <div className="mt-7 flex flex-wrap justify-end gap-2.5 border-line border-t pt-5">
      <Button variant="outline" busy={saving.isPending} disabled={empty} onClick={() => saving.mutate(plan)}>
        {words.save}
      </Button>
      <Button busy={rendering.isPending} disabled={empty || tooLong} onClick={() => rendering.mutate(plan)}>
        {words.render}
      </Button>
    </div>
  )
}

/** Keeps a plan, and renders it when asked to. A plan that is kept but can't be rendered isn't kept twice. */
function useSaving(
  videoId: string,
  reel: Reel | null,
  onKept: (reel: Reel | null) => void,
  onDone: () => void,
) {
  const keep = async (plan: ReelPlan) => {
    const kept = reel
      ? await call('replaceReel', {
          params: { id: videoId, reelId: reel.id },
          body: { plan, version: reel.version },
        })
      : await call('createReel', { params: { id: videoId }, body: plan })
    onKept(kept)
    return kept
  }
  const shared = (title: string) => ({
    onDone,
    failed: (error: Error) =>
      isGone(error) ? { title, description: words.deleted } : { title, otherwise: texts.noConnection },
    onFailed: (error: Error) => {
      if (isGone(error)) onKept(null)
    },
    refresh: [api.reels(videoId)],
    refreshOn: 'settled' as const,
  })
  const isGone = (error: Error) => reel !== null && error instanceof ApiError && error.code === 'not_found'
  const saving = useAction({ mutationFn: keep, done: { title: words.saved }, ...shared(words.saveFailed) })
  const rendering = useAction({
    mutationFn: async (plan: ReelPlan) => {
      const { id } = await keep(plan)
      return call('renderReel', { params: { id: videoId, reelId: id } })
    },
    ...shared(texts.list.renderFailed),
  })
  return { saving, rendering }
}
