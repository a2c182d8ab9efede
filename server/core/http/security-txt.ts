import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'

/** How long the file is valid. RFC 9116, section 2.5.5 recommends less than a year. Milliseconds. */
const goodForMs = 180 * 24 * 3600_000

/** /.well-known/security.txt (RFC 9116): how to report a vulnerability, if the settings name a contact. */
export function securityTxt(
  app: FastifyInstance,
  { config, clock, publicUrl }: Pick<Deps, 'config' | 'clock' | 'publicUrl'>,
): void {
  const contact = config.securityContact
  if (!contact) return
  const file = '/.well-known/security.txt'
  app.get(file, { config: { permission: 'anyone' }, schema: { hide: true } }, (_request, reply) => {
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
