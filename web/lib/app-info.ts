import { queryOptions } from '@tanstack/react-query'
import { read } from './query-client.ts'

export interface AppInfo {
  mode: 'sandbox' | 'production'
  brand: string
}

/** How this server runs: in sandbox mode its mails can be read in the browser. */
export const appInfoQuery = queryOptions({ queryKey: ['/api/app'], queryFn: read<AppInfo>() })
