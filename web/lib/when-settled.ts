import { queryClient } from './calls/query-client.ts'

const lookEveryMs = 50
const atMostMs = 2000

/** Resolves when what the page has asked the server for is there, or after two seconds: for what can come last. */
export async function whenSettled(): Promise<void> {
  const end = performance.now() + atMostMs
  do await new Promise(resolve => setTimeout(resolve, lookEveryMs))
  while (queryClient.isFetching() > 0 && performance.now() < end)
}
