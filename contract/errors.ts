import { z } from 'zod'

/** Error code → HTTP status. A code missing here does not compile where it is thrown. */
export const errorStatus = {
  bad_request: 400,
  invalid_input: 422,
  unauthorized: 401,
  forbidden: 403,
  two_factor: 403,
  sign_in_again: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  timeout: 408,
  too_large: 413,
  over_budget: 403,
  not_a_video: 415,
  too_many_requests: 429,
  unavailable: 503,
  no_space: 507,
  internal: 500,
} as const
export type ErrorCode = keyof typeof errorStatus

/**
 * The body of every refusal. `code` is its kind, which decides the status; `message` the sentence for people, in the
 * language of the request; `reason` which sentence that is and `values` what fills it (texts, numbers, booleans or null),
 * for programs that say it in words of their own; `field` the input at fault, where one is.
 */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  reason: z.string().meta({ example: 'http.notFound' }),
  values: z.record(z.string(), z.unknown()).meta({ example: { what: 'video' } }),
  field: z.string().optional(),
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
