import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from './api.ts'
import { toastFailure } from './failure.ts'
import { type ToastContent, toast } from './toast.ts'

/** A failure's toast as it is, or its title with the server's sentence below, `otherwise` where it gave none. */
export type Failure = ToastContent | { title: string; otherwise: string }

export interface Action<Answer, Input> {
  mutationFn: (input: Input) => Promise<Answer>
  /** the toast of a success */
  done?: ToastContent | ((answer: Answer, input: Input) => ToastContent)
  /** the toast of a failure; null from the function: the page shows it in another way */
  failed?: Failure | ((error: Error, input: Input) => Failure | null)
  /** paths of the reads to make again; the action is pending until they are made */
  refresh?: readonly string[] | ((input: Input) => readonly string[])
  /** 'settled' makes them also after a refusal, which often means that somebody else was faster */
  refreshOn?: 'success' | 'settled'
  /** before the toast, as closing a dialog or showing the answer */
  onDone?: (answer: Answer, input: Input) => unknown
  /** after the toast */
  onFailed?: (error: Error, input: Input) => unknown
}

/** Makes the reads again whose keys begin with these paths. */
export const refreshReads = (queries: QueryClient, paths: readonly string[]): Promise<unknown> =>
  Promise.all(paths.map(path => queries.invalidateQueries({ queryKey: [path] })))

function tellFailure(error: Error, failure: Failure): void {
  if ('otherwise' in failure)
    toastFailure(error, { title: failure.title, description: sentenceOf(error, failure.otherwise) })
  else toastFailure(error, failure)
}

/** The options of a mutation that tells how it ended and refreshes what it changed. */
export function actionOptions<Answer, Input>(
  queries: QueryClient,
  { mutationFn, done, failed, refresh, refreshOn = 'success', onDone, onFailed }: Action<Answer, Input>,
): MutationOptions<Answer, Error, Input> {
  const refreshFor = async (input: Input) => {
    if (refresh) await refreshReads(queries, typeof refresh === 'function' ? refresh(input) : refresh)
  }
  return {
    mutationFn,
    onSuccess: async (answer, input) => {
      await onDone?.(answer, input)
      if (done) toast(typeof done === 'function' ? done(answer, input) : done)
      await refreshFor(input)
    },
    onError: async (error, input) => {
      const failure = typeof failed === 'function' ? failed(error, input) : failed
      if (failure) tellFailure(error, failure)
      await onFailed?.(error, input)
      if (refreshOn === 'settled') await refreshFor(input)
    },
  }
}

/**
 * An action on the server: calls it, shows a toast of how it ended and refreshes the reads that it changed.
 * A lost session shows no toast here, as the query client tells of it and leads to the login.
 * @returns TanStack Query's mutation
 */
export const useAction = <Answer, Input = void>(action: Action<Answer, Input>) =>
  useMutation(actionOptions(useQueryClient(), action))
