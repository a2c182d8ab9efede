import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '#server/core/http/errors.ts'
import type { HtmlPage } from '#server/core/http/html-page.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
}

const send = (reply: FastifyReply, { html, headers }: HtmlPage) => reply.headers(headers).send(html)

/** What renders them is loaded for its first reader. */
const pages = () => import('./pages.ts')
const library = async () => (await import('./library.ts')).library()

/** The documentation, rendered from the repository's Markdown files. Its only script is the theme's. */
export function docsRoutes(app: FastifyInstance): void {
  implement(app, 'docs', { rateLimit: perMinute(120) }, async (request, reply) => {
    const { contentsPage, resultsPage } = await pages()
    const words = request.query.q.trim()
    return send(reply, words ? resultsPage(words) : contentsPage())
  })

  implement(app, 'docsPage', { rateLimit: perMinute(240) }, async (request, reply) => {
    const { docsPage, missingPage } = await pages()
    const slug = request.params.page
    const page = (await library()).pages.get(slug)
    return page ? send(reply, docsPage(slug, page)) : send(reply.status(404), missingPage())
  })

  implement(app, 'docsPicture', { rateLimit: perMinute(600) }, async (request, reply) => {
    const file = (await library()).pictures.get(request.params.name)
    if (!file) throw notFound('file')
    return reply
      .type(types[path.extname(file)] ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=3600')
      .send(createReadStream(file))
  })
}
