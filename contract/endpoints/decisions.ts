import { allows } from '../permissions.ts'
import { type RouteName, routes } from '../routes.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './index.ts'

/** What a person can own and staff decide about, by the part of an address that its id follows. */
const owned = {
  videos: 'video',
  publications: 'publication',
  'held-counts': 'heldCount',
  payouts: 'payout',
  'share-links': 'shareLink',
  invoices: 'invoice',
  disputes: 'dispute',
  balances: 'balance',
} as const
export type Owned = (typeof owned)[keyof typeof owned]

/** Parts whose objects belong to the server, and people, whose own rules are in server/accounts. */
const ofTheServer = ['channels', 'corrections', 'months', 'score-weights', 'users']

/**
 * Whose object a call decides about, as the kind of object and the parameter with its id; null for calls that
 * riders may make, that change nothing, or that are about no one's object.
 * @throws Error for a call of staff about something that isn't listed above: nobody would compare its owner with
 * who decides
 */
export function decidesAbout(name: RouteName): { owned: Owned; param: string } | null {
  const { permission, decides }: Endpoint = endpoints[name]
  const [method, path] = routes[name].split(' ') as [string, string]
  if (allows(permission, 'user') || method === 'GET' || method === 'HEAD') return null
  const [, part, param] = /\/([^/{}]+)\/\{(\w+)\}/.exec(path) ?? []
  if (part === undefined || param === undefined || ofTheServer.includes(part)) return null
  const kind = (owned as Partial<Record<string, Owned>>)[part]
  if (!kind) throw new Error(`${name}: add /${part}/ to contract/endpoints/decisions.ts`)
  return decides === false ? null : { owned: kind, param }
}
