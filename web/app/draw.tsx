import { prerender } from 'react-dom/static'
import type { CreateDraw, PageRequest } from '#contract/drawn-page.ts'
import { queryClient } from '../lib/calls/query-client.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { type Drawing, type Visit, visitsAre } from '../lib/visit.ts'
import { stateOf } from './page-state.ts'
import { Root } from './root.tsx'

/** Answers that lead to further questions: a page that isn't complete after these asks for the rest in the browser. */
const mostRounds = 4

/**
 * Draws a page with its data: renders it, asks for what it wanted to know, and renders it again with the answers.
 */
export const createDraw: CreateDraw<Visit> = visits => {
  visitsAre(() => {
    const found = visits.getStore()
    if (!found) throw new Error('Nothing of a visitor may be read outside of drawing a page')
    return found
  })
  return ({ path, search, signal, locale, zone, units, ...asker }) => {
    const drawing: Drawing = { title: null, zoned: false, sources: new Set<string>() }
    const visit: Visit = {
      ...asker,
      locale,
      units,
      drawing,
      get zone() {
        drawing.zoned = true
        return zone
      },
    }
    return visits.run(visit, async () => {
      const queries = queryClient()
      await queries.fetchQuery(currentUserQuery)
      let markup = ''
      for (let round = 1; round <= mostRounds; round++) {
        drawing.title = null
        drawing.sources.clear()
        markup = await render({ path, search, signal })
        const asked = round < mostRounds && (await answer(signal))
        if (!asked) break
      }
      return {
        markup,
        title: drawing.title,
        sources: [...drawing.sources],
        state: stateOf(queries, { locale, units, zone: drawing.zoned ? zone : null }),
      }
    })
  }
}

async function render({ path, search, signal }: Pick<PageRequest, 'path' | 'search' | 'signal'>) {
  let failure: unknown
  const { prelude } = await prerender(<Root address={{ ssrPath: path, ssrSearch: search }} />, {
    signal,
    // Larger parts of a page would come as scripts in the markup, which the content policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: error => {
      failure = error
    },
  })
  if (failure) throw failure
  return new Response(prelude).text()
}

/** Asks for everything that the page waits for. @returns whether there was anything */
async function answer(signal: AbortSignal): Promise<boolean> {
  const open = queryClient()
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.status === 'pending' && isOn(options))
  await Promise.all(open.map(query => query.fetch().catch(() => undefined)))
  signal.throwIfAborted()
  return open.length > 0
}

/** Whether a query may be asked: what a page turned off waits for something else. */
const isOn = (options: object): boolean => !('enabled' in options) || options.enabled !== false
