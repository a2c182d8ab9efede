import type { z } from 'zod'
import type { profileUpdateBody } from '#contract/accounts.ts'
import { texts } from '#texts/features/accounts.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { currentUserQuery } from '../../lib/session/current-user.ts'

/** Saves the rider's profile. A lost session leads to the login instead of an error message. */
export const useUpdateProfile = () =>
  useAction({
    mutationFn: (body: z.input<typeof profileUpdateBody>) => call('profileUpdate', { body }),
    done: texts.profile.saved,
    failed: texts.profile.failed,
    refresh: currentUserQuery.queryKey,
  })
