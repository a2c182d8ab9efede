import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { endedSessions } from '#contract/accounts.ts'
import { texts } from '#texts/pages/settings.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { currentUserQuery } from '../../lib/session/current-user.ts'
import { toastOf } from '../../lib/toast.ts'

export const sessionsQuery = queryOptions({ ...reading('sessions') })
export const endSession = (id: string): Promise<{ ok: true }> => call('endSession', { params: { id } })
export const endOtherSessions = (): Promise<z.infer<typeof endedSessions>> => call('endOtherSessions')

/** Sets whether verdicts on the person's videos may improve the scores. */
export const useReviewLearning = () =>
  useAction({
    mutationFn: (learnFromReviews: boolean) => call('reviewLearning', { body: { learnFromReviews } }),
    done: ({ learnFromReviews, deleted }) =>
      learnFromReviews ? texts.privacy.learningOn : toastOf(texts.privacy.learningOff, { deleted }),
    failed: texts.privacy.learningFailed,
    refresh: currentUserQuery.queryKey,
  })

export const deleteAccount = (confirmEmail: string): Promise<{ ok: true }> =>
  call('deleteAccount', { body: { confirmEmail } })
