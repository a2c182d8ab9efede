import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type CreateDraw,
  type Draw,
  type DrawnPage,
  pageStateId,
  themeCookie,
  zoneCookie,
} from '#contract/drawn-page.ts'
import { api } from '#contract/paths.ts'
import { acceptedTags, acceptedUnits } from '../../language.ts'
import { escapeHtml } from '../html-page.ts'
import { type Manifest, manifestOf } from './built.ts'

/** Pages that are drawn at the same time, and milliseconds for one; beyond these the browser draws the page itself. */
const mostAtOnce = 4
const atMostMs = 3000

/** Of the visitor's request, what a call to the API is judged by. */
const passedOn = [
  'cookie',
  'accept-language',
  'user-agent',
  'host',
  'x-forwarded-for',
  'x-forwarded-proto',
] as const

/** A page for one request. */
export interface Drawn {
  html: string
  /** of the API's answers, for the browser */
  cookies: string[]
}

/** By file, once per process: each file keeps pages apart by the one storage that it is given. */
const loaded = new Map<string, Promise<Draw>>()

function loadOnce(code: string): Promise<Draw> {
  const found =
    loaded.get(code) ??
    import(pathToFileURL(code).href).then(({ createDraw }: { createDraw: CreateDraw<unknown> }) =>
      createDraw(new AsyncLocalStorage<unknown>()),
    )
  loaded.set(code, found)
  return found
}

/** Draws the pages of one language. @param folder of the built web app; its drawing code is in `${folder}-server` */
function drawingIn(folder: string) {
  const code = path.join(`${folder}-server`, 'draw.js')
  if (!existsSync(code)) throw new Error('The web app is not built: run npm start, which builds it')
  const manifest = manifestOf(folder)
  const whole = readFileSync(path.join(folder, 'index.html'), 'utf8')
  for (const part of [place, charset, themeScript, '<html '])
    if (!whole.includes(part)) throw new Error(`${folder}/index.html has no ${part}`)
  const index = whole.replaceAll(appScripts, '').replace(themeScript, '')
  const entry = manifest['index.html']?.file
  if (!entry) throw new Error(`${folder}.manifest.json has no entry`)
  return {
    load: () => loadOnce(code),
    page: (drawn: DrawnPage, theme: string | undefined) => pageOf(drawn, theme, { index, manifest, entry }),
  }
}

/** What the parts need, by the manifest: files of scripts and of styles. */
export function filesOf(
  sources: readonly string[],
  manifest: Manifest,
): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const next of chunk.imports ?? []) add(next)
  }
  for (const source of sources) add(source)
  return { scripts: [...scripts], styles: [...styles] }
}

const appScripts = /(?:\n *)?<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g
const place = '<div id="root"></div>'
const charset = '<meta charset="utf-8" />'
// A drawn page has its theme already.
const themeScript = '<script src="/theme.js"></script>'

/** The page with a drawn body; its scripts load once that is painted. @param index.html without its scripts */
function pageOf(
  { markup, title, sources, state }: DrawnPage,
  theme: string | undefined,
  { index, manifest, entry }: { index: string; manifest: Manifest; entry: string },
): string {
  const { scripts, styles } = filesOf(['index.html', ...sources], manifest)
  // Before the first paint, so that no press is lost between what is seen and who listens.
  const start = `<script defer blocking="render" src="/start.js" data-app="/${entry}" data-files="${scripts.map(file => `/${file}`).join(' ')}"></script>`
  const sheets = styles
    .filter(file => !index.includes(file))
    .map(file => `<link rel="stylesheet" crossorigin href="/${file}">`)
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  // Pictures that React wants early: over HTTP/1.1 a browser fetches six files at a time, in this order.
  const early = /^(?:<link [^>]*>)*/.exec(markup)?.[0] ?? ''
  // The content policy forbids styles in markup, so start.js applies them.
  const body = markup.slice(early.length).replaceAll(/(<[^<>]*?) style="/g, '$1 data-style="')
  return index
    .replace(
      /<html [^>]*/,
      // start.js takes the second one away.
      found => `${found}${theme === undefined ? '' : ` data-theme="${theme}"`} data-fonts="later"`,
    )
    .replace(charset, () => charset + early)
    .replace(/<title>.*<\/title>/, found => (title === null ? found : `<title>${escapeHtml(title)}</title>`))
    .replace('</head>', () => `  ${[...sheets, start].join('\n    ')}\n  </head>`)
    .replace(
      place,
      () =>
        `<div id="root">${body}</div>\n    <script type="application/json" id="${pageStateId}">${json}</script>`,
    )
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** How dates are written for this visitor: as in their country, in the language of the page. */
function localeFor(request: FastifyRequest, language: string): string {
  const wanted = acceptedTags(request.headers['accept-language'])
  const found = wanted.find(tag => tag.startsWith(language.slice(0, 2)))
  try {
    return found === undefined ? language : (Intl.getCanonicalLocales(found)[0] ?? language)
  } catch {
    return language
  }
}

/**
 * Draws pages as their visitor sees them, with the answers of this server's own calls.
 * @param folders of the built web app, by language
 * @returns null when the page is left to the browser: too many at once, too slow, or it failed, which is logged
 */
export function pageDrawer(
  app: FastifyInstance,
  folders: ReadonlyMap<string, string>,
  { origin }: { origin: string },
): (request: FastifyRequest, language: string) => Promise<Drawn | null> {
  const languages = new Map([...folders].map(([language, folder]) => [language, drawingIn(folder)]))
  let running = 0

  const draw = async (request: FastifyRequest, language: string): Promise<Drawn | null> => {
    const drawing = languages.get(language)
    if (!drawing) return null
    const own = Object.fromEntries(
      passedOn.flatMap(name => {
        const value = request.headers[name]
        return value === undefined ? [] : [[name, value]]
      }),
    )
    const cookies: string[] = []
    const { pathname, searchParams } = new URL(request.url, origin)
    const zone = request.cookies[zoneCookie]
    const drawPage = await drawing.load()
    const page = await drawPage({
      path: pathname,
      search: searchParams.toString(),
      origin,
      locale: localeFor(request, language),
      zone: zone !== undefined && isZone(zone) ? zone : 'UTC',
      units: acceptedUnits(request),
      fetch: async (url, { method = 'GET', headers }) => {
        if (method !== 'GET' || !url.startsWith('/api/'))
          throw new Error(`A page may not call ${method} ${url}`)
        const answer = await app.inject({
          method,
          url,
          headers: { ...own, ...Object.fromEntries(new Headers(headers)) },
          remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
        })
        // Without an answer to who is signed in, nothing can be drawn.
        if (url === api.user && ![200, 401].includes(answer.statusCode))
          throw new Error(`${url} was answered with ${answer.statusCode}`)
        cookies.push(...[answer.headers['set-cookie'] ?? []].flat())
        const read = new Headers()
        for (const [name, value] of Object.entries(answer.headers))
          if (name !== 'set-cookie' && value !== undefined) read.set(name, String(value))
        const empty = answer.statusCode === 204 || answer.statusCode === 304
        return new Response(empty ? null : answer.body, { status: answer.statusCode, headers: read })
      },
      signal: AbortSignal.timeout(atMostMs),
    })
    const theme = ['light', 'dark'].find(one => one === request.cookies[themeCookie])
    return { html: drawing.page(page, theme), cookies }
  }

  return async (request, language) => {
    if (running >= mostAtOnce) return null
    running++
    try {
      return await draw(request, language)
    } catch (error) {
      request.log.warn({ err: error, url: request.url }, 'A page could not be drawn; the browser does it')
      return null
    } finally {
      running--
    }
  }
}
