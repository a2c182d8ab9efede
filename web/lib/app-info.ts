import { queryOptions } from '@tanstack/react-query'
import type { AppInfo } from '#contract/app.ts'
import { read } from './query-client.ts'

/** How this server runs: in sandbox mode its mails can be read in the browser. */
export const appInfoQuery = queryOptions({ queryKey: ['/api/app'], queryFn: read<AppInfo>() })
