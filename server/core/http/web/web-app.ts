import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageCodes } from '#contract/reading/languages.ts'
import { sentences as common } from '#sentences/http.ts'
import { languageOf, languageVary } from '../../language.ts'
import { AppError } from '../errors.ts'
import { escapeHtml } from '../html-page.ts'
import { pageHeaders } from '../security-headers.ts'
import {
  anyMark,
  fileOf,
  firstViews,
  insidePageOf,
  type marks,
  screens,
  type WebPage,
  type WithFirstView,
} from './web-pages.ts'

/** The web app in English; beside it are the other languages, each in a folder with its name. */
export const webFolder = path.resolve(import.meta.dirname, '../../../../dist/web')

export interface WebAppParts {
  /** HTML that replaces the page's title and description, for sites that draw a link preview card */
  head?: string
  /** defaults to index */
  page?: WebPage
  /** what the page shows until the app is there, and the address of its picture */
  first?: { screen: WithFirstView; title: string; picture: string } | null
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the web app's page, which shows the screen for the address. */
    sendWebApp(parts?: WebAppParts): FastifyReply
  }
}

const ownWords = /\s*<meta\s+name="description"[^>]*>|\s*<title>[^<]*<\/title>/g

const preload = (picture: string) =>
  `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(picture)}">`

const charset = '<meta charset="utf-8" />'

/** The web app's page with another title and description, or with its first view filled in. */
function withParts(page: string, { head, first }: WebAppParts): string {
  // As functions, because `$` in a title must stay literal. The picture comes before all other files: over HTTP/1.1 a
  // browser fetches six at a time, in this order.
  const shown = first
    ? page
        .replace(charset, () => `${charset}\n    ${preload(first.picture)}`)
        // In one pass: a title that looks like a mark is none.
        .replace(anyMark, (_, part: keyof typeof marks) => escapeHtml(first[part]))
    : page
  return head === undefined
    ? shown
    : shown.replace(ownWords, '').replace('</head>', () => `  ${head}\n  </head>`)
}

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
  const pages = [
    'index',
    ...screens.map(([name]) => fileOf(name)),
    ...firstViews.map(name => fileOf(name, true)),
  ]
  const pageFiles = new Set(['landing', ...pages].map(page => `${page}.html`))
  const rootFiles = new Set(readdirSync(folder).filter(name => !pageFiles.has(name)))
  const config = { permission: 'public' as const }
  const read = (name: string) =>
    new Map([...folders].map(([language, built]) => [language, readFileSync(path.join(built, name), 'utf8')]))
  const markup = new Map(pages.map(page => [page, read(`${page}.html`)]))
  const chosen = (request: FastifyRequest) => languageOf(request, language => folders.has(language))
  /** A file of the language that this request gets. */
  const send = (reply: FastifyReply, file: string) =>
    reply
      .header('vary', languageVary)
      .header('cache-control', 'no-cache')
      .sendFile(file, folders.get(chosen(reply.request)) ?? folder)

  app.decorateReply('sendWebApp', function (this: FastifyReply, parts: WebAppParts = {}) {
    const { head, first } = parts
    const page = first ? fileOf(first.screen, true) : fileOf(parts.page ?? 'index')
    if (head === undefined && !first) return send(this, `${page}.html`)
    return this.header('vary', languageVary)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(withParts(markup.get(page)?.get(chosen(this.request)) as string, parts))
  })

  // Not pictures: an SVG can be opened as a page of its own.
  const partsOfPages = new Set(
    [...folders.values()]
      .flatMap(one => readdirSync(path.join(one, 'assets')))
      .filter(name => /\.(js|css|woff2)$/.test(name)),
  )
  // File names in /assets contain a hash of the content; the file may belong to any language.
  app.get('/assets/*', { config, schema: { hide: true } }, (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (partsOfPages.has(name)) for (const header of pageHeaders) reply.removeHeader(header)
    return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(`assets/${name}`)
  })
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
      hasSessionCookie(request) ? `${insidePageOf(file)}.html` : file === '/' ? 'landing.html' : 'index.html',
    )
  })
}
