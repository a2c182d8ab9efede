import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '#server/core/http/errors.ts'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { type MailStore, type ReceivedMail, receivedMail } from './mailbox/mail-store.ts'
import { sandboxPage } from './page.ts'
import type { Part } from './parts.ts'

const config = { permission: 'sandbox:use' } as const

const sendPage = (
  reply: FastifyReply,
  { html, headers }: { html: string; headers: Record<string, string> },
) => reply.headers(headers).send(html)

const link = (url: string, label = url) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
const stateClass = { real: 'real', 'stand-in': 'stand-in', 'not built yet': 'missing' }

/** Lists which services are real and which are sandboxes. */
const partsPage = (parts: readonly Part[]) =>
  sandboxPage({
    title: 'What is real here',
    body: `<h1>What is real here</h1>
<p class="muted">This server runs in the sandbox: what stands in needs no account anywhere, and what is sent to it stays on this machine. Addresses at 127.0.0.1 open on this machine only.</p>
${parts
  .map(
    p => `<section class="card"><div class="row"><h2>${escapeHtml(p.name)}</h2><span class="state ${stateClass[p.state]}">${p.state}</span></div>
<p>${escapeHtml(p.what)}</p>${p.address ? `<p><small>${link(p.address)}</small></p>` : ''}</section>`,
  )
  .join('\n')}`,
  })

const mailCard = (
  mail: ReceivedMail,
) => `<article class="card"><div class="row"><h2>${escapeHtml(mail.subject)}</h2><small class="muted"><time datetime="${mail.sentAt}">${mail.sentAt.slice(0, 19).replace('T', ' ')} UTC</time></small></div>
<p><small class="muted">To ${link(`/sandbox/mailbox?to=${encodeURIComponent(mail.to)}`, mail.to)}</small></p>
${
  mail.html
    ? `<iframe sandbox="allow-top-navigation-by-user-activation" src="/sandbox/mailbox/${mail.id}/html" title="${escapeHtml(mail.subject)}" loading="lazy"></iframe>`
    : `<pre>${escapeHtml(mail.text)}</pre>`
}
${mail.links.map(url => `<p><small>${link(url)}</small></p>`).join('')}</article>`

/** Mails, newest first. */
const mailboxPage = (mails: readonly ReceivedMail[], to: string | undefined) =>
  sandboxPage({
    title: 'Mailbox',
    body: `<h1>Mailbox</h1><p class="muted">${to ? `Mails to ${escapeHtml(to)}. ${link('/sandbox/mailbox', 'Show all')}` : 'Every mail that this server has sent.'}</p>
<form class="other" method="get" action="/sandbox/mailbox"><label>Only to this address<input type="email" name="to" value="${escapeHtml(to ?? '')}"></label><button class="action" type="submit">Show</button></form>
${mails.length ? mails.map(mailCard).join('\n') : '<p class="card">No mail yet. Ask for a sign-in link, and it appears here.</p>'}`,
  })

/** A mail's own HTML for the frame: no script, nothing fetched, links open in the whole window. */
const mailFrame = (mail: ReceivedMail) => ({
  html: `<base target="_top">${mail.html}`,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    'cache-control': 'no-store',
  },
})

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
