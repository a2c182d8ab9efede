import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ToastContent, toast } from '../toast.ts'
import { sentenceOf } from './api.ts'
import { toastFailure } from './failure.ts'

/** A failure's toast as given, or its title with the server's sentence below, `otherwise` if there is none. */
export type Failure = ToastContent | { title: string; otherwise: string }

export interface Action<Answer, Input> {
  mutationFn: (input: Input) => Promise<Answer>
  /** the toast of a success */
  done?: ToastContent | ((answer: Answer, input: Input) => ToastContent)
  /** the toast of a failure; null from the function: the page shows it in another way */
  failed?: Failure | ((error: Error, input: Input) => Failure | null)
  /** paths of the queries to refetch; the action stays pending until they are back */
  refresh?: readonly string[] | ((input: Input) => readonly string[])
  /** 'settled' also refetches after a refusal, which often means that someone else was faster */
  refreshOn?: 'success' | 'settled'
  /** shows the result before the server has answered; returns the rollback for a refusal */
  optimistic?: (input: Input) => Promise<() => void>
  /** actions of one scope run one after another */
  scope?: string
  /** runs before the toast: closes a dialog, shows the answer */
  onDone?: (answer: Answer, input: Input) => unknown
  /** runs after the toast */
  onFailed?: (error: Error, input: Input) => unknown
}

/** Refetches the queries whose keys start with these paths. */
export const refreshPaths = (queries: QueryClient, paths: readonly string[]): Promise<unknown> =>
  Promise.all(paths.map(path => queries.invalidateQueries({ queryKey: [path] })))

function showFailure(error: Error, failure: Failure): void {
  if ('otherwise' in failure)
    toastFailure(error, { title: failure.title, description: sentenceOf(error, failure.otherwise) })
  else toastFailure(error, failure)
}

/** The options of a mutation that shows its result and refetches what it changed. */
export function actionOptions<Answer, Input>(
  queries: QueryClient,
  action: Action<Answer, Input>,
): MutationOptions<Answer, Error, Input, () => void> {
  const { mutationFn, done, failed, refresh, refreshOn = 'success', optimistic, scope } = action
  const refreshFor = async (input: Input) => {
    if (refresh) await refreshPaths(queries, typeof refresh === 'function' ? refresh(input) : refresh)
  }
  return {
    mutationFn,
    ...(optimistic ? { onMutate: optimistic } : {}),
    ...(scope ? { scope: { id: scope } } : {}),
    onSuccess: async (answer, input) => {
      await action.onDone?.(answer, input)
      if (done) toast(typeof done === 'function' ? done(answer, input) : done)
      await refreshFor(input)
    },
    onError: async (error, input, takeBack) => {
      takeBack?.()
      const failure = typeof failed === 'function' ? failed(error, input) : failed
      if (failure) showFailure(error, failure)
      await action.onFailed?.(error, input)
      if (refreshOn === 'settled') await refreshFor(input)
    },
  }
}

/**
 * An action on the server: calls it, shows its result as a toast and refetches what it changed. A lost session shows no
 * toast here: the query client has shown one and leads to the sign-in. @returns TanStack Query's mutation
 */
export const useAction = <Answer, Input = void>(action: Action<Answer, Input>) =>
  useMutation(actionOptions(useQueryClient(), action))
