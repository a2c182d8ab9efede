import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { texts } from '#texts/pages/landing.ts'
import { queryClient } from '../lib/calls/query-client.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { FirstPublicVideo, FirstShared, FirstVideo } from './first-view.tsx'
import { Root } from './root.tsx'

async function markupOf(shown: ReactNode): Promise<string> {
  let failure: unknown
  const { prelude } = await prerender(<Router ssrPath="/">{shown}</Router>, {
    onError: error => {
      failure = error
    },
  })
  if (failure) throw failure
  return new Response(prelude).text()
}

/** The window's title and the markup of '/' for a visitor, as first rendered. Runs in Node at build time. */
export async function prerenderLanding(): Promise<{ title: string; markup: string }> {
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  return { title: texts.windowTitle, markup: await markupOf(<Root />) }
}

/** The markup of each first view, by its screen. @param shown what it shows. Runs in Node at build time. */
export const prerenderFirstViews = async (shown: { title: string; picture: string }) => ({
  video: await markupOf(<FirstVideo {...shown} />),
  publicVideo: await markupOf(<FirstPublicVideo {...shown} />),
  shared: await markupOf(<FirstShared {...shown} />),
})
