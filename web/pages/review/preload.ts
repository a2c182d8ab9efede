import type { QueryClient } from '@tanstack/react-query'
import { api, coverAddress } from '#contract/paths.ts'
import { videoQuery } from '../../entities/video/video.ts'
import { reviewQuery } from '../../features/review/calls.ts'
import { filesIn } from './playlist.ts'

async function textOf(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { credentials: 'include', signal })
  return answer.ok ? answer.text() : ''
}

/** Fetches a stream's playlists and first segments into the browser's cache for the player. */
async function warmStream(streamId: string, signal: AbortSignal): Promise<void> {
  const main = new URL(api.manifest(streamId), window.location.href)
  const [variant] = filesIn(await textOf(main.href, signal))
  if (!variant) return
  const playlist = new URL(variant, main)
  const pieces = filesIn(await textOf(playlist.href, signal)).slice(0, 2)
  await Promise.all(
    pieces.map(async piece => {
      const answer = await fetch(new URL(piece, playlist), { credentials: 'include', signal })
      await answer.arrayBuffer()
    }),
  )
}

/** Preloads the next video. Only a head start. */
export async function preload(queries: QueryClient, videoId: string, signal: AbortSignal): Promise<void> {
  const [video] = await Promise.all([
    queries.ensureQueryData(videoQuery(videoId)),
    queries.prefetchQuery(reviewQuery(videoId)),
  ])
  if (!video.cfStreamId || !video.cfReadyToStream || signal.aborted) return
  new Image().src = coverAddress(video.cfStreamId, 720)
  await warmStream(video.cfStreamId, signal)
}
