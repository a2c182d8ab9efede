import { queryOptions } from '@tanstack/react-query'
import { reading } from './call.ts'

/** How this server runs: in sandbox mode its emails can be read in the browser. */
export const appInfoQuery = queryOptions(reading('app'))
