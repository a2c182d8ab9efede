import { z } from 'zod'
import { line, opaque } from '../text.ts'
import { endpoint } from './endpoint.ts'

export const docsEndpoints = {
  docs: endpoint({
    permission: 'public',
    summary: 'The contents of the documentation, or what a search in it found',
    query: z.object({ q: line(200).default('') }),
    produces: 'text/html',
  }),
  docsPage: endpoint({
    permission: 'public',
    summary: 'A page of the documentation',
    params: z.object({ page: opaque(100) }),
    produces: 'text/html',
    refusals: [404],
  }),
  docsPicture: endpoint({
    permission: 'public',
    summary: 'A picture of the documentation',
    params: z.object({ name: opaque(100) }),
    produces: 'image/*',
    refusals: [404],
  }),
}
