import type { z } from 'zod'
import type { RouteName } from '../routes.ts'
import { accountingEndpoints } from './accounting.ts'
import { accountEndpoints } from './accounts.ts'
import { adminEndpoints } from './admin.ts'
import { analysisEndpoints } from './analysis.ts'
import { deskEndpoints } from './desk.ts'
import { docsEndpoints } from './docs.ts'
import { earningsEndpoints } from './earnings.ts'
import type { Endpoint } from './endpoint.ts'
import { learningEndpoints } from './learning.ts'
import { musicEndpoints } from './music.ts'
import { notificationEndpoints } from './notifications.ts'
import { payoutEndpoints } from './payouts.ts'
import { publishingEndpoints } from './publishing.ts'
import { reelEndpoints } from './reels.ts'
import { reviewEndpoints } from './review.ts'
import { sharingEndpoints } from './sharing.ts'
import { streamingEndpoints } from './streaming.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { videoEndpoints } from './videos.ts'
import { webhookEndpoints } from './webhooks.ts'

export type { Endpoint } from './endpoint.ts'

/** By the tag under which the OpenAPI document shows them. */
const groups = {
  accounts: accountEndpoints,
  webhooks: webhookEndpoints,
  videos: videoEndpoints,
  streaming: streamingEndpoints,
  reels: reelEndpoints,
  music: musicEndpoints,
  sharing: sharingEndpoints,
  analysis: analysisEndpoints,
  notifications: notificationEndpoints,
  earnings: earningsEndpoints,
  payouts: payoutEndpoints,
  accounting: accountingEndpoints,
  subscriptions: subscriptionEndpoints,
  desk: deskEndpoints,
  review: reviewEndpoints,
  learning: learningEndpoints,
  publishing: publishingEndpoints,
  admin: adminEndpoints,
  docs: docsEndpoints,
}

/** Every call: the server implements it, the browser calls it, the OpenAPI document is made from it. */
export const endpoints = {
  ...accountEndpoints,
  ...webhookEndpoints,
  ...videoEndpoints,
  ...streamingEndpoints,
  ...reelEndpoints,
  ...musicEndpoints,
  ...sharingEndpoints,
  ...analysisEndpoints,
  ...notificationEndpoints,
  ...earningsEndpoints,
  ...payoutEndpoints,
  ...accountingEndpoints,
  ...subscriptionEndpoints,
  ...deskEndpoints,
  ...reviewEndpoints,
  ...learningEndpoints,
  ...publishingEndpoints,
  ...adminEndpoints,
  ...docsEndpoints,
} satisfies Record<RouteName, Endpoint>

export type Endpoints = typeof endpoints

/** The tag under which the OpenAPI document lists a call. */
export function tagOf(name: RouteName): string {
  const group = Object.entries(groups).find(([, members]) => name in members)
  if (!group) throw new Error(`${name} is in no group of endpoints`)
  return group[0]
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Part<E, K extends string> = E extends Readonly<Record<K, infer S>> ? S : undefined
type Body<E> = E extends { answers: infer A } ? Output<A[keyof A]> : Output<Part<E, 'answer'>>

/** What a handler receives after validation. */
export type ParamsOf<N extends RouteName> = Output<Part<Endpoints[N], 'params'>>
export type QueryOf<N extends RouteName> = Output<Part<Endpoints[N], 'query'>>
export type BodyOf<N extends RouteName> = Output<Part<Endpoints[N], 'body'>>
/** The JSON that a successful call returns; undefined if it returns no JSON. */
export type AnswerOf<N extends RouteName> = Body<Endpoints[N]>
/** What a caller sends, before defaults apply. */
export type QueryInput<N extends RouteName> = Input<Part<Endpoints[N], 'query'>>
export type BodyInput<N extends RouteName> = Input<Part<Endpoints[N], 'body'>>
