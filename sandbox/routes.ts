import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '#server/core/http/errors.ts'
import { type MailStore, receivedMail } from './mailbox/mail-store.ts'
import { mailboxPage, mailFrame, partsPage } from './pages.ts'
import type { Part } from './parts.ts'

const config = { permission: 'sandbox:use' } as const

const sendPage = (
  reply: FastifyReply,
  { html, headers }: { html: string; headers: Record<string, string> },
) => reply.headers(headers).send(html)

/** The sandbox's own pages; registered only in sandbox mode. */
export function sandboxRoutes(
  app: FastifyInstance,
  { mails, parts }: { mails: MailStore; parts: readonly Part[] },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get('/sandbox', { config, schema: { hide: true } }, (_request, reply) =>
    sendPage(reply, partsPage(parts)),
  )

  routes.get(
    '/sandbox/mailbox',
    {
      config,
      schema: {
        summary: 'Mails that this server sent, newest first; a page unless JSON is asked for',
        tags: ['sandbox'],
        querystring: z.object({ to: z.string().trim().max(254).optional() }),
        response: { 200: z.array(receivedMail) },
      },
    },
    async (request, reply) => {
      const to = request.query.to || undefined
      const found = await mails.list({ to })
      reply.header('vary', 'accept')
      if (request.headers.accept?.includes('application/json'))
        return reply.header('cache-control', 'no-store').send(found)
      return sendPage(reply, mailboxPage(found, to))
    },
  )

  routes.get(
    '/sandbox/mailbox/:id/html',
    { config, schema: { hide: true, params: z.object({ id: z.string().max(40) }) } },
    async (request, reply) => {
      const mail = await mails.find(request.params.id)
      if (!mail) throw notFound('mail')
      return sendPage(reply, mailFrame(mail))
    },
  )
}
