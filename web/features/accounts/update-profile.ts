import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { profileUpdateBody } from '#contract/accounts.ts'
import { isUnauthorized } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
import { currentUserQuery } from '../../lib/session/current-user.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** Changes what is known of the rider. A lost session leads to the login instead of a message. */
export function useUpdateProfile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof profileUpdateBody>) => call('profileUpdate', { body }),
    onSuccess: async () => {
      toast(texts.profile.saved)
      await queries.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    },
    onError: error => {
      if (!isUnauthorized(error)) toast(texts.profile.failed)
    },
  })
}
