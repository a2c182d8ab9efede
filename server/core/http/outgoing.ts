import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { notInTransaction } from '#server/core/db/slow-calls.ts'

/** Why an address that a person gave us got no answer. */
export type OutgoingProblem = 'refused_address' | 'unknown_host' | 'timeout' | 'no_connection'

export class OutgoingError extends Error {
  override name = 'OutgoingError'
  readonly problem: OutgoingProblem
  constructor(problem: OutgoingProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/**
 * What isn't public in IPv4 (https://www.iana.org/assignments/iana-ipv4-special-registry): this host, private
 * networks, carriers' networks, loopback, link-local with the metadata of clouds, documentation, benchmarks, multicast
 * and reserved.
 */
const notPublic4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Within IPv6's global unicast: addresses that hold an IPv4 one (Teredo, 6to4), and documentation. */
const notPublic6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}
const refused4 = listOf(notPublic4, 'ipv4')
const refused6 = listOf(notPublic6, 'ipv6')
const global6 = listOf(['2000::/3'], 'ipv6')
const loopback4 = listOf(['127.0.0.0/8'], 'ipv4')

/** Whether an IP address belongs to the public internet. IPv4 mapped to IPv6, and anything unknown, doesn't. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && loopback4.check(address, 'ipv4'))

/** @property allowLoopback also this machine, over http too: for a sandbox that only this machine reaches */
export interface OutgoingRules {
  allowLoopback: boolean
}

const isAllowed = (address: string, { allowLoopback }: OutgoingRules): boolean =>
  isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))

/** A URL's host without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Reads an address that a person gave us: https without credentials, and no IP address outside the public internet. A
 * name is checked when it is connected to. @returns null for anything else
 */
export function readOutgoing(text: string, rules: OutgoingRules): URL | null {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash) return null
  const host = hostOf(url)
  if (isIP(host) && !isAllowed(host, rules)) return null
  const isLocal = rules.allowLoopback && (host === 'localhost' || isLoopbackAddress(host))
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url : null
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Resolves a name for a connection and refuses it unless all of its addresses are allowed. The connection uses these
 * very addresses, so a name can't change between check and use (DNS rebinding).
 */
export const guardedLookup =
  (rules: OutgoingRules, resolve: Resolve = systemLookup): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(new OutgoingError('unknown_host', { cause: error }), '', 0)
      const [first] = found
      if (!first || !found.every(({ address }) => isAllowed(address, rules)))
        return callback(new OutgoingError('refused_address'), '', 0)
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })

const patienceMs = 10_000
/** What is read of an answer before its connection is closed. Bytes. */
const readAtMost = 16_384

const causes = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causes(error.cause)] : [error]

/**
 * Posts to an address that a person gave us: redirects are answers, and only the status of an answer is used.
 * @throws OutgoingError when there was no complete answer in ten seconds, or the address isn't allowed
 */
export async function postOutgoing(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  rules: OutgoingRules,
  resolve?: Resolve,
): Promise<{ status: number }> {
  notInTransaction('A webhook')
  const url = readOutgoing(address, rules)
  if (!url) throw new OutgoingError('refused_address')
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({ connect: { lookup: guardedLookup(rules, resolve), timeout: patienceMs } })
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher })
    await answer.body.dump({ limit: readAtMost, signal })
    return { status: answer.statusCode }
  } catch (error) {
    const known = causes(error).find(one => one instanceof OutgoingError)
    throw known ?? new OutgoingError(signal.aborted ? 'timeout' : 'no_connection', { cause: error })
  } finally {
    await dispatcher.destroy()
  }
}
