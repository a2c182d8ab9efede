import { queryClient } from './calls/query-client.ts'

const lookEveryMs = 50
const atMostMs = 2000

/** Resolves when the page's requests are answered, or after two seconds: for what can load last. */
export async function whenSettled(): Promise<void> {
  const end = performance.now() + atMostMs
  do await new Promise(resolve => setTimeout(resolve, lookEveryMs))
  while (queryClient().isFetching() > 0 && performance.now() < end)
}
