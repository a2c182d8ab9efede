import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { sandboxPage } from '../page.ts'
import type { Platform, Post } from './shapes.ts'

// Counts one view per visit when playback starts, as the platforms do.
const script = `
const video = document.querySelector('video');
let counted = false;
video.addEventListener('playing', () => {
  if (counted) return;
  counted = true;
  fetch(video.dataset.view, { method: 'POST' }).then(r => r.json()).then(c => {
    document.querySelector('[data-views]').textContent = c.views.toLocaleString('en-US');
  });
});
`

const send = (
  reply: FastifyReply,
  page: { html: string; headers: Record<string, string> },
  media = false,
) => {
  const policy = page.headers['content-security-policy'] ?? ''
  const opened = media
    ? `${policy}; media-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'`
    : policy
  return reply.headers({ ...page.headers, 'content-security-policy': opened }).send(page.html)
}

function watchPage(platform: Platform, post: Post): ReturnType<typeof sandboxPage> {
  const { name } = platform.options
  const account = platform.options.accounts.find(a => a.id === post.accountId)?.name ?? post.accountId
  const counters = platform.countersOf(post)
  const id = encodeURIComponent(post.id)
  const { on } = platform.audience
  const more = (post.metadata as { description?: string } | null)?.description ?? ''
  return sandboxPage({
    title: `${post.title} · ${name}`,
    body: `<p class="muted">Stand-in of ${escapeHtml(name)}: this is what was published.</p>
<video controls playsinline width="100%" src="/media/${id}" data-view="/media/${id}/view"></video>
<h1>${escapeHtml(post.title)}</h1>
<p><strong>${escapeHtml(account)}</strong> · <span data-views>${counters.views.toLocaleString('en-US')}</span> views · ${counters.likes.toLocaleString('en-US')} likes</p>
<form method="post" action="/media/${id}/like"><button class="quiet">Like</button></form>
<p class="card">${escapeHtml(more) || '<span class="muted">No description</span>'}</p>
<div class="card"><p><strong>Simulated audience: ${on ? 'on' : 'off'}.</strong> ${on ? `Of these views ${post.real.views.toLocaleString('en-US')} were played here; the others are simulated.` : 'Only what is played here counts.'}</p>
<form method="post" action="/control/audience"><input type="hidden" name="post" value="${escapeHtml(post.id)}"><input type="hidden" name="on" value="${on ? 'false' : 'true'}"><button class="action">${on ? 'Switch it off' : 'Switch it on'}</button></form></div>
<script src="/watch.js"></script>`,
  })
}

/** Pages that play what was published; plays count as views. */
export function watchPages(platform: Platform): void {
  const { app, posts, options } = platform
  app.get('/', async (_request, reply) => {
    const list = posts
      .all()
      .filter(p => !p.removed)
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, 200)
      .map(
        p =>
          `<li class="card"><a href="${escapeHtml(options.watchPath(p))}">${escapeHtml(p.title)}</a> <span class="muted">${platform.countersOf(p).views.toLocaleString('en-US')} views</span></li>`,
      )
      .join('')
    const body = `<h1>${escapeHtml(options.name)}</h1><p class="muted">Everything that was published to this stand-in, newest first.</p>${list ? `<ul class="people">${list}</ul>` : '<p>Nothing was published yet.</p>'}`
    return send(reply, sandboxPage({ title: options.name, body }))
  })
  app.get('/watch.js', async (_request, reply) => reply.type('text/javascript').send(script))

  app.get<{ Params: { id: string } }>('/media/:id', async (request, reply) => {
    const post = posts.get(request.params.id)
    if (!post || post.removed) return reply.status(404).send('Not found')
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const type = post.type.startsWith('video/') ? post.type : 'video/mp4'
    reply.header('accept-ranges', 'bytes').header('content-type', type)
    if (!range) return reply.header('content-length', post.size).send(createReadStream(post.file))
    const start = Number(range[1])
    const end = Math.min(range[2] ? Number(range[2]) : post.size - 1, post.size - 1)
    if (start > end) return reply.status(416).header('content-range', `bytes */${post.size}`).send()
    return reply
      .status(206)
      .header('content-range', `bytes ${start}-${end}/${post.size}`)
      .header('content-length', end - start + 1)
      .send(createReadStream(post.file, { start, end }))
  })
  app.post<{ Params: { id: string } }>('/media/:id/view', async (request, reply) => {
    const post = posts.get(request.params.id)
    if (!post || post.removed) return reply.status(404).send({ views: 0 })
    post.real.views++
    await posts.save(post)
    return { views: platform.countersOf(post).views }
  })
  app.post<{ Params: { id: string } }>('/media/:id/like', async (request, reply) => {
    const post = posts.get(request.params.id)
    if (!post || post.removed) return reply.status(404).send()
    post.real.likes++
    await posts.save(post)
    return reply.redirect(options.watchPath(post), 303)
  })
}

/** Sends a post's page, or a 404. */
export function sendWatchPage(platform: Platform, reply: FastifyReply, post: Post | undefined) {
  if (post && !post.removed) return send(reply, watchPage(platform, post), true)
  const body = '<h1>This video is not there</h1><p>It was taken down, or never published.</p>'
  return send(reply.status(404), sandboxPage({ title: 'Not there', body }))
}
