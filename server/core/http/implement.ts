import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { decidesAbout } from '#contract/endpoints/decisions.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  endpoints,
  type ParamsOf,
  type QueryOf,
  tagOf,
} from '#contract/endpoints/index.ts'
import { errorBody } from '#contract/errors.ts'
import { routeOf } from '#contract/paths.ts'
import { allows } from '#contract/permissions.ts'
import type { RouteName } from '#contract/routes.ts'

/** Route options beyond its endpoint: limits, and how its body is read. */
export interface RouteMore extends Pick<RouteOptions, 'bodyLimit' | 'errorHandler' | 'exposeHeadRoute'> {
  rateLimit?: { max: number; timeWindow: string }
  explainsAddress?: true
}

export type RequestOf<N extends RouteName> = FastifyRequest<{
  Params: ParamsOf<N>
  Querystring: QueryOf<N>
  Body: BodyOf<N>
}>
type Reply<N extends RouteName> = AnswerOf<N> extends undefined ? unknown : AnswerOf<N> | FastifyReply
export type Handler<N extends RouteName> = (
  request: RequestOf<N>,
  reply: FastifyReply,
) => Reply<N> | Promise<Reply<N>>

/** A limit of calls per minute and network. */
export const perMinute = (max: number) => ({ max, timeWindow: '1 minute' })

const pathInBraces = /\{(\w+)\}/g

/** Every error status of a call: 401 and 403 follow from its permission, 422 from its input. */
function refusalsOf(
  { permission, params, query, body, refusals = [] }: Endpoint,
  { limited, decides }: { limited: boolean; decides: boolean },
): number[] {
  return [
    ...(allows(permission, 'anonymous') ? [] : [401, 403]),
    ...(params || query || body ? [422] : []),
    ...(limited ? [429] : []),
    ...(decides ? [409] : []),
    ...refusals,
  ]
}

/** The response bodies by status, in Fastify's format. */
function responsesOf(declared: Endpoint, more: Parameters<typeof refusalsOf>[1]): Record<number, z.ZodType> {
  const answers = declared.answers ?? (declared.answer ? { 200: declared.answer } : {})
  const refusals = refusalsOf(declared, more).map(status => [status, errorBody] as const)
  return { ...Object.fromEntries(refusals), ...answers }
}

export function implement<N extends RouteName>(app: FastifyInstance, name: N, handler: Handler<N>): void
export function implement<N extends RouteName>(
  app: FastifyInstance,
  name: N,
  more: RouteMore,
  handler: Handler<N>,
): void
/** Registers an endpoint's route: address, permission and schemas come from the contract. */
export function implement<N extends RouteName>(
  app: FastifyInstance,
  name: N,
  ...given: [Handler<N>] | [RouteMore, Handler<N>]
): void {
  const [more, handler] = given.length === 1 ? [{}, given[0]] : given
  const { rateLimit, explainsAddress, ...hooks } = more
  const declared: Endpoint = endpoints[name]
  const { method, path } = routeOf(name)
  const decides = decidesAbout(name)
  app.route({
    ...hooks,
    method,
    url: path.replace(pathInBraces, ':$1'),
    config: {
      permission: declared.permission,
      ...(declared.scope ? { scope: declared.scope } : {}),
      ...(decides ? { decidesAbout: decides } : {}),
      ...(rateLimit ? { rateLimit } : {}),
      ...(explainsAddress ? { explainsAddress } : {}),
      ...(method === 'HEAD' ? { swagger: { exposeHeadRoute: true } } : {}),
    },
    schema: {
      operationId: name,
      summary: declared.summary,
      tags: [tagOf(name)],
      ...(declared.hidden ? { hide: true } : {}),
      ...(declared.params ? { params: declared.params } : {}),
      ...(declared.query ? { querystring: declared.query } : {}),
      ...(declared.body ? { body: declared.body } : {}),
      response: responsesOf(declared, { limited: rateLimit !== undefined, decides: decides !== null }),
    },
    // Fastify's validation has already converted the request to the endpoint's types.
    handler: handler as RouteHandlerMethod,
  })
}
