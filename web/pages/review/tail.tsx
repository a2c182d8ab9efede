import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { AiProcessedVideo } from '#contract/review.ts'
import { texts } from '#texts/features/review.ts'
import { texts as pageTexts } from '#texts/pages/review.ts'
import { RejectDialog } from '../../features/review/lazy-reject-dialog.tsx'
import { isTail } from '../../features/review/rules.ts'
import type { Rejection } from '../../features/review/use-actions.ts'
import { showReview } from '../../features/review/use-decide.ts'
import { ApiError } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { toastOf } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'

const { tail: words } = pageTexts

/**
 * Rejects the listed videos with hardly any viral potential at once, for one reason. What someone else has decided
 * meanwhile stays as it is. @param onRejected gets the ids, so that all of them are undone together
 */
export function Tail({
  list,
  onRejected,
}: {
  list: readonly AiProcessedVideo[]
  onRejected: (ids: string[]) => void
}) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const tail = list.filter(isTail)
  const reject = useAction({
    mutationFn: async ({ ids, body }: { ids: readonly string[]; body: Rejection }) => {
      const rejected: string[] = []
      for (const id of ids)
        try {
          showReview(queries, await call('rejectVideo', { params: { id }, body }))
          rejected.push(id)
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 409) throw error
        }
      return rejected
    },
    onDone: rejected => {
      setAsking(false)
      if (rejected.length > 0) onRejected(rejected)
    },
    done: (rejected, { ids }) =>
      toastOf(words.done, { count: rejected.length, others: ids.length - rejected.length }),
    failed: { title: texts.toasts.rejectFailed, otherwise: texts.noConnection },
    refresh: [api.adminStats],
    refreshOn: 'settled',
  })
  if (tail.length === 0 && !asking) return null
  return (
    <>
      <Button className="mt-3 w-full" variant="outline" size="sm" onClick={() => setAsking(true)}>
        {words.reject({ count: tail.length })}
      </Button>
      {asking && (
        <RejectDialog
          title={texts.rejecting.titleMany({ count: tail.length })}
          busy={reject.isPending}
          onClose={() => setAsking(false)}
          onReject={body => reject.mutate({ ids: tail.map(({ id }) => id), body })}
        />
      )}
    </>
  )
}
