import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/accounts.ts'
import { currentUserQuery } from './current-user.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'unreachable'; retry: () => void }
  | { state: 'signedOut' }
  | { state: 'signedIn'; user: CurrentUser }

export function useSession(): Session {
  const { data, isPending, isError, refetch } = useQuery(currentUserQuery)
  if (isPending) return { state: 'loading' }
  if (isError) return { state: 'unreachable', retry: () => void refetch() }
  return data ? { state: 'signedIn', user: data } : { state: 'signedOut' }
}

/** The signed-in user; only for components behind the shell's own check. */
export function useUser(): CurrentUser {
  const session = useSession()
  if (session.state !== 'signedIn') throw new Error('useUser outside of a signed-in page')
  return session.user
}
