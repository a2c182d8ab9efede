import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** Which proxies in front are trusted: none, the nearest few, or those in these networks. */
export type TrustProxy = false | number | string[]

const off = new Set(['', '0', 'false', 'no', 'off'])
/** Named networks, as Fastify reads them. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
/** A shorter prefix would trust a large part of the internet. */
const shortestPrefix = 8

function isNetwork(text: string): boolean {
  if (Object.hasOwn(named, text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return (
    /^\d{1,3}$/.test(prefix) &&
    Number(prefix) >= shortestPrefix &&
    Number(prefix) <= (version === 4 ? 32 : 128)
  )
}

/**
 * Parses TRUST_PROXY: the number of proxies in front (1 to 9), or their networks, separated by commas.
 * @returns null for anything else: 'yes' would trust whatever a client writes into X-Forwarded-For
 */
function readTrustProxy(text: string): TrustProxy | null {
  const wanted = text.trim().toLowerCase()
  if (off.has(wanted)) return false
  if (/^[1-9]$/.test(wanted)) return Number(wanted)
  const networks = wanted.split(',').map(part => part.trim())
  return networks.every(isNetwork) ? networks : null
}

/** The setting; any other text is refused with a sentence. */
export const trustProxy = z
  .string()
  .default('0')
  .transform((text, context): TrustProxy => {
    const trust = readTrustProxy(text)
    if (trust === null)
      context.addIssue({
        code: 'custom',
        message:
          'write how many proxies stand in front of this server (1 to 9), or their networks (10.0.0.0/8, loopback); 0 for none',
      })
    return trust ?? false
  })

/**
 * The same for Fastify. A count is passed as a function of the hop, because Fastify reads a number as "no
 * one"; the client's address is then the one that our outermost proxy saw.
 */
export const fastifyTrust = (
  trust: TrustProxy,
): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trust === 'number' ? (_address, hop) => hop < trust : trust

/**
 * Whether a connecting address is one of our own proxies, whose connections serve others. A count of proxies
 * means that nothing else connects.
 */
export function ownProxies(trust: TrustProxy): (address: string) => boolean {
  if (!Array.isArray(trust)) return () => trust !== false
  const list = new BlockList()
  for (const network of trust.flatMap(text => named[text] ?? [text])) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return address => list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
