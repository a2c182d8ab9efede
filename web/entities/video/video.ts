import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'

/** One video, refetched whenever it is shown, because reviewers and workers change it. */
export const videoQuery = (id: string) => queryOptions({ ...reading('video', { params: { id } }), ...fresh })
