import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'

/** The setting: an e-mail address or an https page, as the address that RFC 9116 wants. */
export const securityContact = z
  .string()
  .optional()
  .transform((text, context) => {
    const given = text?.trim()
    if (!given) return undefined
    const address = given.replace(/^mailto:/i, '')
    if (z.email().safeParse(address).success) return `mailto:${address}`
    if (given.startsWith('https://') && URL.canParse(given)) return new URL(given).href
    context.addIssue({
      code: 'custom',
      message: 'write an e-mail address or an address that begins with https://',
    })
    return undefined
  })

/** How long what the file says is good. RFC 9116, section 2.5.5 recommends less than a year. Milliseconds. */
const goodForMs = 180 * 24 * 3600_000

/** /.well-known/security.txt (RFC 9116): how to report a weakness, where the settings say to whom. */
export function securityTxt(
  app: FastifyInstance,
  { config, clock, publicUrl }: Pick<Deps, 'config' | 'clock' | 'publicUrl'>,
): void {
  const contact = config.securityContact
  if (!contact) return
  const file = '/.well-known/security.txt'
  app.get(file, { config: { permission: 'public' }, schema: { hide: true } }, (_request, reply) => {
    const expires = new Date(clock.now().getTime() + goodForMs).toISOString()
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${file}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\r\n')}\r\n`)
  })
}
