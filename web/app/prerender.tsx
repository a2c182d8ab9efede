import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { queryClient } from '../lib/calls/query-client.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { windowTitle } from '../pages/landing/texts.ts'
import { Root } from './root.tsx'

/** The window's title and the markup of '/' for a visitor, as first rendered. Runs in Node at build time. */
export async function prerenderLanding(): Promise<{ title: string; markup: string }> {
  let failure: unknown
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  const { prelude } = await prerender(
    <Router ssrPath="/">
      <Root />
    </Router>,
    {
      onError: error => {
        failure = error
      },
    },
  )
  if (failure) throw failure
  return { title: windowTitle, markup: await new Response(prelude).text() }
}
