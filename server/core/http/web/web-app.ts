import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageCodes } from '#contract/reading/languages.ts'
import { sentences as common } from '#sentences/http.ts'
import { languageOf, languageVary } from '../../language.ts'
import { AppError } from '../errors.ts'
import { pageHeaders } from '../security-headers.ts'
import { webFolder } from './built.ts'
import { pageDrawer } from './drawn-pages.ts'

export interface WebAppParts {
  /** HTML that replaces the page's title and description, for sites that draw a link preview card */
  head?: string
  /** whether a browser may keep the page for Back; by default if it has no head of its own */
  stored?: boolean
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the web app's page for the address, drawn with what the visitor may see. */
    sendWebApp(parts?: WebAppParts): Promise<FastifyReply>
  }
}

const ownWords = /(?:\n *)?<(?:meta\s+name="description"[^>]*>|title>[^<]*<\/title>)/g

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
/** Of 11: smaller than gzip's best in a tenth of its time. */
const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

/** A page as this browser unpacks it. */
async function packed(page: string, accepted: string): Promise<{ body: Buffer | string; encoding?: string }> {
  if (/\bbr\b/.test(accepted)) return { body: await brotli(page, quality), encoding: 'br' }
  if (/\bgzip\b/.test(accepted)) return { body: await gzip(page), encoding: 'gzip' }
  return { body: page }
}

/** A page with another title and description. Its body, with the words of riders, stays as it is. */
function withHead(page: string, head: string): string {
  const end = page.indexOf('</head>')
  return `${page.slice(0, end).replace(ownWords, '')}  ${head}\n  ${page.slice(end)}`
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
 * that no other route matches gets its page, drawn as its visitor sees it.
 */
export async function serveWebApp(
  app: FastifyInstance,
  { origin, folder = webFolder }: { origin: string; folder?: string },
): Promise<void> {
  const folders = builtLanguages(folder)
  await app.register(fastifyStatic, {
    root: [...folders.values()],
    serve: false,
    cacheControl: false,
    preCompressed: true,
  })
  const shell = 'index.html'
  const rootFiles = new Set(readdirSync(folder).filter(name => name !== shell))
  const config = { permission: 'anyone' as const }
  const shells = new Map(
    [...folders].map(([language, built]) => [language, readFileSync(path.join(built, shell), 'utf8')]),
  )
  const draw = pageDrawer(app, folders, { origin })
  const chosen = (request: FastifyRequest) => languageOf(request, language => folders.has(language))
  /** A file of the language that this request gets. */
  const send = (reply: FastifyReply, file: string) =>
    reply
      .header('vary', languageVary)
      .header('cache-control', 'no-cache')
      .sendFile(file, folders.get(chosen(reply.request)) ?? folder)

  app.decorateReply(
    'sendWebApp',
    async function (this: FastifyReply, { head, stored = head === undefined }: WebAppParts = {}) {
      const language = chosen(this.request)
      const drawn = await draw(this.request, language)
      for (const cookie of drawn?.cookies ?? []) this.header('set-cookie', cookie)
      if (!drawn && stored && head === undefined) return send(this, shell)
      const page = drawn?.html ?? (shells.get(language) as string)
      const { body, encoding } = await packed(
        head === undefined ? page : withHead(page, head),
        String(this.request.headers['accept-encoding']),
      )
      if (encoding) this.header('content-encoding', encoding)
      return this.header('vary', `${languageVary}, Accept-Encoding`)
        .header('cache-control', stored ? 'private, no-cache' : 'no-store')
        .type('text/html; charset=utf-8')
        .send(body)
    },
  )

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
    // The service worker keeps this one, which is the same for everybody.
    if (file.endsWith('.html')) return send(reply, shell)
    return reply.sendWebApp()
  })
}
