import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '#server/core/http/errors.ts'
import type { HtmlPage } from '#server/core/http/html-page.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { library } from './library.ts'
import { contentsPage, docsPage, missingPage, resultsPage } from './pages.ts'

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
}

const send = (reply: FastifyReply, { html, headers }: HtmlPage) => reply.headers(headers).send(html)

/** The documentation, rendered from the repository's Markdown files. Its only script is the theme's. */
export function docsRoutes(app: FastifyInstance): void {
  implement(app, 'docs', { rateLimit: perMinute(120) }, (request, reply) => {
    const words = request.query.q.trim()
    return send(reply, words ? resultsPage(words) : contentsPage())
  })

  implement(app, 'docsPage', { rateLimit: perMinute(240) }, (request, reply) => {
    const slug = request.params.page
    const page = library().pages.get(slug)
    return page ? send(reply, docsPage(slug, page)) : send(reply.status(404), missingPage())
  })

  implement(app, 'docsPicture', { rateLimit: perMinute(600) }, (request, reply) => {
    const file = library().pictures.get(request.params.name)
    if (!file) throw notFound('file')
    return reply
      .type(types[path.extname(file)] ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=3600')
      .send(createReadStream(file))
  })
}
