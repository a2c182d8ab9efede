import { isIP } from 'node:net'
import { z } from 'zod'

/** Which proxies in front are believed: none, the nearest few, or those in these networks. */
export type TrustProxy = false | number | string[]

const off = new Set(['', '0', 'false', 'no', 'off'])
const named = new Set(['loopback', 'linklocal', 'uniquelocal'])
/** A shorter prefix would believe a good part of the internet. */
const shortestPrefix = 8

function isNetwork(text: string): boolean {
  if (named.has(text)) return true
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
 * Reads TRUST_PROXY: how many proxies stand in front (1 to 9), or their networks, separated by commas.
 * @returns null for anything else: 'yes' would believe whatever a client writes into X-Forwarded-For
 */
function readTrustProxy(text: string): TrustProxy | null {
  const wanted = text.trim().toLowerCase()
  if (off.has(wanted)) return false
  if (/^[1-9]$/.test(wanted)) return Number(wanted)
  const networks = wanted.split(',').map(part => part.trim())
  return networks.every(isNetwork) ? networks : null
}

/** The setting; a text that is neither is refused with a sentence. */
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
 * The same for Fastify. A count is handed over as a function of the hop, because Fastify takes a number for "nobody";
 * the address of the client is then the one that the outermost of our own proxies saw.
 */
export const fastifyTrust = (
  trust: TrustProxy,
): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trust === 'number' ? (_address, hop) => hop < trust : trust
