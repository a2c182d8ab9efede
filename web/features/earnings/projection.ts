import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { projectionAnswer } from '#contract/videos.ts'
import { read } from '../../lib/query-client.ts'

/** What the analysed videos may earn, in dollars. */
export const projectionQuery = queryOptions({
  queryKey: [api.projection],
  queryFn: read<z.infer<typeof projectionAnswer>>(),
})
