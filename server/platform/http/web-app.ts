import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageCodes } from '#contract/reading/languages.ts'
import { languageOf, languageVary } from '../language.ts'
import { AppError } from './errors.ts'
import { common } from './sentences.ts'

/** The web app in English; beside it are the other languages, each in a folder with its name. */
export const webFolder = path.resolve(import.meta.dirname, '../../../dist/web')

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Sends the web app's page, which shows the screen for the address.
     * @param head HTML that replaces the page's title and description, for sites that draw a link preview
     * card
     * @param page inside: for someone with a session, whose browser then fetches the signed-in frame at once
     */
    sendWebApp(head?: string, page?: 'index' | 'inside'): FastifyReply
  }
}

const ownWords = /\s*<meta\s+name="description"[^>]*>|\s*<title>[^<]*<\/title>/g

/** The web app's page with another title and description. */
const withHead = (page: string, head: string): string =>
  // As a function, because `$` in a title must stay literal.
  page.replace(ownWords, '').replace('</head>', () => `  ${head}\n  </head>`)

/** Folders of the languages that are built, English first. @throws Error when that one is missing */
function builtLanguages(folder: string): Map<string, string> {
  const isBuilt = (one: string) => existsSync(path.join(one, 'index.html'))
  if (!isBuilt(folder)) throw new Error('The web app is not built: run npm start, which builds it')
  const found = new Map([[languageCodes[0] as string, folder]])
  const prefix = `${path.basename(folder)}-`
  const around = path.dirname(folder)
  for (const name of readdirSync(around))
    if (name.startsWith(prefix) && isBuilt(path.join(around, name)))
      found.set(name.slice(prefix.length), path.join(around, name))
  return found
}

/**
 * Serves the built web app in the language that was chosen or that the browser asks for; any address outside /api
 * that no other route matches gets its page. '/' includes the landing screen's markup for visitors without a session.
 */
export async function serveWebApp(
  app: FastifyInstance,
  {
    hasSessionCookie,
    folder = webFolder,
  }: { hasSessionCookie: (request: FastifyRequest) => boolean; folder?: string },
): Promise<void> {
  const folders = builtLanguages(folder)
  await app.register(fastifyStatic, {
    root: [...folders.values()],
    serve: false,
    cacheControl: false,
    preCompressed: true,
  })
  const pages = ['index.html', 'inside.html', 'landing.html']
  const rootFiles = new Set(readdirSync(folder).filter(name => !pages.includes(name)))
  const config = { permission: 'public' as const }
  const read = (name: string) =>
    new Map([...folders].map(([language, built]) => [language, readFileSync(path.join(built, name), 'utf8')]))
  const markup = { index: read('index.html'), inside: read('inside.html') }
  const chosen = (request: FastifyRequest) => languageOf(request, language => folders.has(language))
  /** A file of the language that this request gets. */
  const send = (reply: FastifyReply, file: string) =>
    reply
      .header('vary', languageVary)
      .header('cache-control', 'no-cache')
      .sendFile(file, folders.get(chosen(reply.request)) ?? folder)

  app.decorateReply(
    'sendWebApp',
    function (this: FastifyReply, head?: string, page: 'index' | 'inside' = 'index') {
      if (head === undefined) return send(this, `${page}.html`)
      return this.header('vary', languageVary)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(withHead(markup[page].get(chosen(this.request)) as string, head))
    },
  )

  // File names in /assets contain a hash of the content; the file may belong to any language.
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
    if (rootFiles.has(file.slice(1))) return send(reply, file.slice(1))
    // The service worker caches this one: it is the same with and without a session.
    if (file.endsWith('.html')) return reply.sendWebApp()
    return send(
      reply,
      hasSessionCookie(request) ? 'inside.html' : file === '/' ? 'landing.html' : 'index.html',
    )
  })
}
