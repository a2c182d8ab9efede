import type { FastifyInstance } from 'fastify'

const withTimeout = async (name: string, check: Promise<unknown>): Promise<[string, string]> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 2 s')), 2000)
  })
  try {
    await Promise.race([check, late])
    return [name, 'ok']
  } catch (error) {
    return [name, (error as Error).message]
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Liveness, and readiness by checking every part.
 * @param parts what must answer within 2 s, by the name that operators see
 */
export function healthRoutes(app: FastifyInstance, parts: Record<string, () => Promise<unknown>>): void {
  const config = { permission: 'anyone' as const }

  app.get('/healthz', { config, schema: { hide: true } }, async () => ({ ok: true }))

  app.get('/readyz', { config, schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(parts).map(([name, check]) => withTimeout(name, check())),
    )
    const broken = results.filter(([, state]) => state !== 'ok')
    for (const [name, reason] of broken) app.log.error({ part: name, reason }, 'not ready')
    const shown = Object.fromEntries(
      results.map(([name, state]) => [name, state === 'ok' ? 'ok' : 'failing']),
    )
    return reply.status(broken.length ? 503 : 200).send(shown)
  })
}
