import { createHash } from 'node:crypto'
import { timeFor } from './clocks.ts'
import type { ApiDeps, ApiRequest, Endpoint } from './endpoint.ts'
import { billing } from './endpoints/billing.ts'
import { connect } from './endpoints/connect.ts'
import { disputes } from './endpoints/disputes.ts'
import { payments } from './endpoints/payments.ts'
import { StripeRefusal } from './errors.ts'
import { expanded } from './expand.ts'
import { parseMultipart } from './files.ts'
import { type Form, listOf, parseForm } from './form.ts'
import { unknownParameter } from './published/check.ts'
import { report } from './published/report.ts'
import { whole } from './published/whole.ts'

export interface ApiAnswer {
  status: number
  body: unknown
  replayed?: boolean
}

const endpoints: Endpoint[] = [...billing, ...payments, ...disputes, ...connect]

/** Refuses parameters unknown to Stripe. @throws StripeRefusal parameter_unknown */
function refuseUnknown({ method, path, body }: ApiRequest, form: Form): void {
  const given = path.startsWith('/v2/') && body ? JSON.parse(body) : form
  const param = unknownParameter(method, path, given)
  if (param)
    throw new StripeRefusal(400, 'invalid_request_error', `Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
}

/** Returns the answer unchanged; reports it when Stripe would not send it like this. */
function published(body: unknown, { method, path }: ApiRequest): unknown {
  report(`${method} ${path}`, body)
  return body
}

/** A repeated upload has other boundaries, but the same parts. */
const bodyOf = ({ body, contentType }: ApiRequest): Form =>
  contentType?.startsWith('multipart/form-data') ? parseMultipart(body, contentType) : parseForm(body)

function run(deps: ApiDeps, request: ApiRequest): ApiAnswer {
  const form = request.path.startsWith('/v2/') ? request.query : { ...request.query, ...bodyOf(request) }
  for (const [method, path, handler] of endpoints) {
    const match = method === request.method ? path.exec(request.path) : null
    if (!match) continue
    refuseUnknown(request, form)
    const object = deps.state.at(timeFor(deps.state, request.path, form), () =>
      handler(deps, match[1] ?? '', form, request),
    )
    const expands = listOf(form.expand).filter(e => typeof e === 'string')
    return { status: 200, body: published(whole(expanded(deps.state, object, expands)), request) }
  }
  throw new StripeRefusal(
    404,
    'invalid_request_error',
    `Unrecognized request URL (${request.method}: ${request.path}).`,
  )
}

/** Errors from validation before an endpoint starts; they are not stored for the idempotency key. */
const notBegun = new Set(['parameter_missing', 'parameter_unknown'])

/**
 * Answers one request. An idempotency key gets its first answer again, even a 500; requests refused before
 * processing began are not stored (https://docs.stripe.com/api/idempotent_requests).
 */
export function answer(deps: ApiDeps, request: ApiRequest, failWith500 = false): ApiAnswer {
  const key = request.method === 'POST' ? request.idempotencyKey : undefined
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.path}\n`)
    .update(
      request.contentType?.startsWith('multipart/form-data') ? JSON.stringify(bodyOf(request)) : request.body,
    )
    .digest('hex')
  const known = key ? deps.state.answer(key) : undefined
  if (known) {
    if (known.fingerprint !== fingerprint)
      throw new StripeRefusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      )
    return { status: known.status, body: known.body, replayed: true }
  }
  const remember = (result: ApiAnswer) => {
    const at = deps.state.now()
    if (key) deps.state.remember(key, { at, fingerprint, status: result.status, body: result.body })
    return result
  }
  if (failWith500)
    return remember({
      status: 500,
      body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
    })
  try {
    return remember(run(deps, request))
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    const result = { status: error.status, body: whole(error.body) }
    // API v2 repeats failed requests (https://docs.stripe.com/api-v2-overview#idempotency).
    const kept = !notBegun.has(error.code ?? '') && error.status !== 404 && !request.path.startsWith('/v2/')
    return kept ? remember(result) : result
  }
}
