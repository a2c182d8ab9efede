import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ScoreWeightsState } from '#contract/learning.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import type { ToastContent } from '../../lib/toast.ts'
import { texts } from './texts.ts'

export const scoreWeightsQuery = queryOptions({ ...reading('scoreWeights'), refetchOnMount: 'always' })

/** An action that an admin has to confirm. */
export interface Asked {
  what: 'use' | 'dismiss'
  /** 0: the built-in weights */
  version: number
}

const decide = ({ what, version }: Asked): Promise<ScoreWeightsState> =>
  call(what === 'use' ? 'applyScoreWeights' : 'dismissScoreWeights', { params: { version } })

/** Uses or dismisses weights; the answer is shown next. @param onEnd called after an answer of either kind */
export function useDecision(onEnd: () => void) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: decide,
    onDone: state => {
      queries.setQueryData(scoreWeightsQuery.queryKey, state)
      onEnd()
    },
    onFailed: () => {
      onEnd()
      void queries.invalidateQueries({ queryKey: scoreWeightsQuery.queryKey })
    },
    done: (_state, { what, version }): ToastContent =>
      what === 'use' ? texts.toasts.used(version) : texts.toasts.dismissed,
    failed: { title: texts.toasts.failed, otherwise: texts.tryAgain },
  })
}
