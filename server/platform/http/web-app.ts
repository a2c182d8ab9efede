import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { common } from './sentences.ts'

export const webFolder = path.resolve(import.meta.dirname, '../../../dist/web')

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Sends the web app's page, which shows the screen for the address.
     * @param head HTML that replaces the page's title and description, for sites that draw a link preview
     * card
     */
    sendWebApp(head?: string): FastifyReply
  }
}

const ownWords = /\s*<meta\s+name="description"[^>]*>|\s*<title>[^<]*<\/title>/g

/** The web app's page with another title and description. */
const withHead = (page: string, head: string): string =>
  // As a function, because `$` in a title must stay literal.
  page.replace(ownWords, '').replace('</head>', () => `  ${head}\n  </head>`)

/**
 * Serves the built web app; any address outside /api that no other route matches gets its page. '/' includes
 * the landing screen's markup for visitors without a session.
 */
export async function serveWebApp(
  app: FastifyInstance,
  {
    bearsSession,
    folder = webFolder,
  }: { bearsSession: (request: FastifyRequest) => boolean; folder?: string },
): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html')))
    throw new Error('The web app is not built: run npm start, which builds it')
  await app.register(fastifyStatic, { root: folder, serve: false, cacheControl: false, preCompressed: true })
  const pages = ['index.html', 'inside.html', 'landing.html']
  const rootFiles = new Set(readdirSync(folder).filter(name => !pages.includes(name)))
  const config = { permission: 'public' as const }
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8')
  app.decorateReply('sendWebApp', function (this: FastifyReply, head?: string) {
    if (head !== undefined)
      return this.header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(withHead(index, head))
    return this.header('cache-control', 'no-cache').sendFile('index.html')
  })

  // File names in /assets contain a hash of the content.
  app.get('/assets/*', { config, schema: { hide: true } }, (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${(request.params as { '*': string })['*']}`),
  )
  app.setNotFoundHandler((request, reply) => {
    const file = request.url.split('?')[0] ?? ''
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !file.startsWith('/api/') &&
      !file.startsWith('/assets/')
    if (!wantsPage) throw new AppError('not_found', common.nothingHere)
    if (rootFiles.has(file.slice(1))) return reply.header('cache-control', 'no-cache').sendFile(file.slice(1))
    reply.header('vary', 'Cookie').header('cache-control', 'no-cache')
    // The service worker caches this one: it is the same for everyone.
    if (file.endsWith('.html')) return reply.sendWebApp()
    return reply.sendFile(
      bearsSession(request) ? 'inside.html' : file === '/' ? 'landing.html' : 'index.html',
    )
  })
}
