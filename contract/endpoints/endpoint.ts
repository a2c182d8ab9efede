import { z } from 'zod'
import type { TokenScope } from '../api-constants.ts'
import type { Permission } from '../permissions.ts'
import { opaque } from '../text.ts'

/** What a call takes and answers. Its method and address are in contract/routes.ts. */
export interface Endpoint {
  readonly permission: Permission
  /** which access tokens may make this call; absent: none */
  readonly scope?: TokenScope
  /** a sentence for the OpenAPI document */
  readonly summary: string
  /** the path parameters in braces */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** the JSON of status 200; absent where the answer is a file, a page or a stream */
  readonly answer?: z.ZodType
  /** the media type of status 200 where the answer is a file, a page or a stream */
  readonly produces?: string
  /** the bodies by status, if there are statuses other than 200 */
  readonly answers?: Readonly<Record<number, z.ZodType>>
  /** refusals besides those that every call of its kind has: 401 and 403 without the permission, 422 for bad input */
  readonly refusals?: readonly number[]
  /** left out of the OpenAPI document */
  readonly hidden?: true
  /** false: a call of staff that decides nothing about the object in its address, so they may make it about their own */
  readonly decides?: false
}

/** Declares an endpoint and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared

export const idParams = z.object({ id: z.uuid() })
export const userParams = z.object({ userId: opaque(100) })
/** An index into a list of the newest analysis. */
export const indexParams = z.object({ id: z.uuid(), index: z.coerce.number().int().min(0).max(1000) })
/** The specification's calls have no body; an empty object is accepted too. */
export const noBody = z.object({}).nullish()
export const page = z.string().describe('An HTML page')
export const redirect = z.null().describe('A redirect')
