import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Clip, clipBody } from '#contract/clips.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'

export type ClipRequest = z.output<typeof clipBody>

const pollMs = 1000
const isUnderWay = (clip: Clip | undefined) => clip?.status === 'pending' || clip?.status === 'rendering'

/**
 * A rendered clip: requested once (the server keeps what it has rendered), then polled until it is ready or has failed.
 * Requesting it again after a failure renders it again. @param spot the span behind the index now, as `start-end`: a
 * new analysis can give the index to another moment
 */
export const clipQuery = (videoId: string, wanted: ClipRequest, spot: string) =>
  queryOptions({
    queryKey: [api.clips(videoId), wanted.kind, spot, wanted.format, wanted.gauges] as const,
    queryFn: ({ client, queryKey, signal }) => {
      const known = client.getQueryData<Clip>(queryKey)
      return isUnderWay(known) && known
        ? call('clip', { params: { id: videoId, clipId: known.id }, signal })
        : call('clips', { params: { id: videoId }, body: wanted, signal })
    },
    refetchInterval: query => (isUnderWay(query.state.data) ? pollMs : false),
  })

/** What gauges show of the parts of a clip; nothing is asked without one. */
export const gaugeDataQuery = (videoId: string, clip: Pick<Clip, 'parts'> | null) => {
  const spans = (clip?.parts ?? []).map(({ start, end }) => `${start}-${end}`).join(',')
  const { queryKey, queryFn } = reading('gaugeData', { params: { id: videoId }, query: { spans } })
  return queryOptions({ queryKey, queryFn, enabled: clip !== null, staleTime: Number.POSITIVE_INFINITY })
}
