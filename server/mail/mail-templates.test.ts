import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mailTemplates } from '#contract/mail.ts'
import { minutes, news, outbox, person, start } from '#test/harness/outbox.ts'
import { testSmtp } from '#test/harness/smtp.ts'
import { enqueueMail, mailExample, renderMail, renderNotice, sendDue } from './index.ts'
import { failureOf, retryAt } from './rules.ts'

test('one click unsubscribes from any mail (RFC 8058)', async () => {
  const smtp = await testSmtp()
  const { db, clock, deps } = await outbox(smtp.url)
  await enqueueMail(db, news(await person(db, 'anna'), 'a'), clock.now())
  await sendDue(deps)
  const { headers } = smtp.delivered[0] ?? {}
  expect(headers?.get('list-unsubscribe')).toMatch(
    /^<https:\/\/trailcut\.example\/api\/mail\/unsubscribe\/anna\.clip_selected\.[\w-]{43}>$/,
  )
  expect(headers?.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('a mail about money owed is sent regardless of preferences and has no unsubscribe link', async () => {
  const smtp = await testSmtp()
  const { db, clock, deps } = await outbox(smtp.url)
  await enqueueMail(
    db,
    {
      userId: await person(db, 'anna'),
      videoId: null,
      template: 'renewal_failed',
      data: { amount: 9.99, graceUntil: null },
      eventKey: 'a',
    },
    clock.now(),
  )
  await sendDue({ ...deps, wants: async () => false })
  expect(smtp.delivered.map(m => m.subject)).toEqual(['Your plan could not be renewed'])
  expect(smtp.delivered[0]?.headers.has('list-unsubscribe')).toBe(false)
})

describe('templates', () => {
  const rendered = (template: (typeof mailTemplates)[number], data: unknown = mailExample(template)) =>
    renderMail({
      template,
      data,
      name: 'Sam',
      publicUrl: 'https://trailcut.example',
      unsubscribeUrl: 'https://trailcut.example/u',
    })

  const upload = { title: 'Mud day', videoId: 'a' }
  const analysis = { ...upload, highlights: 2, viralScore: 0.5, abstained: null }
  // Two videos may have the same title.
  const both = <T extends object>(one: T) => ({ clips: [one, { ...one, videoId: 'b' }] })
  const all: [(typeof mailTemplates)[number], unknown][] = [
    ...mailTemplates.map(template => [template, mailExample(template)] as [typeof template, unknown]),
    ['upload_received', both(upload)],
    ['ai_completed', both(analysis)],
  ]

  test.each(all)('%s says the same as HTML and as text', async (template, data) => {
    const { subject, title, html, text } = await rendered(template, data)
    expect(subject.length).toBeGreaterThan(10)
    for (const part of [title, 'https://trailcut.example/']) {
      expect(html).toContain(part.replaceAll("'", '&#x27;'))
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/<|&#/)
  })

  test.each(all)(
    '%s has a dark twin of every color, one button and its address in the text',
    async (template, data) => {
      const { html, text } = await rendered(template, data)
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
      const [, dark = ''] = /<style>(@media \(prefers-color-scheme: dark\)[^<]*)<\/style>/.exec(html) ?? []
      for (const [element, classes] of html
        .matchAll(/<\w+(?: [\w-]+="[^"]*")*? style="[^"]*(?:color|background):[^"]*"/g)
        .map(([tag]) => [tag, /class="([^"]+)"/.exec(tag)?.[1] ?? ''] as const))
        expect(dark, element).toContain(`.${classes} {`)
      const buttons = [...html.matchAll(/<a href="([^"]+)" class="action"/g)]
      expect(buttons).toHaveLength(1)
      expect(text).toContain(buttons[0]?.[1])
      expect(text).not.toContain('prefers-color-scheme')
    },
  )

  test('the milestone mail matches the contract: $100, next $250', async () => {
    const { subject, text } = await rendered('milestone_reached')
    expect(subject).toContain('$100')
    expect(text).toContain('$250')
  })

  test("a mail about a video links to the video's page", async () => {
    const facts = { title: 'Mud day', highlights: 2, viralScore: 0.5, abstained: null }
    expect((await rendered('ai_completed', { ...facts, videoId: 'abc' })).text).toContain(
      'https://trailcut.example/v/abc',
    )
  })

  test('a title stays text, with any characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async words => {
        const title = `<script>alert(1)</script>${words}\r\nBcc: all@example.com`
        const { subject, html } = await rendered('upload_received', { title, videoId: 'abc' })
        expect(html).not.toContain('<script')
        expect(subject).not.toMatch(/[\r\n]/)
      }),
      { numRuns: 50 },
    )
  })

  test('a notice says the same as HTML and as text, with its address once in the text', async () => {
    const { html, text } = await renderNotice({
      title: 'Hello <you>',
      message: 'One & two.',
      action: { label: 'Go', url: 'https://a.example/?x=1&y="2"' },
      footnotes: ['Small.'],
    })
    expect(html).toContain('Hello &lt;you&gt;')
    expect(html.split('href="https://a.example/?x=1&amp;y=&quot;2&quot;"')).toHaveLength(3)
    expect(html).not.toContain('<you>')
    for (const part of ['Hello <you>', 'One & two.', 'Go https://a.example/?x=1&y="2"', 'Small.'])
      expect(text).toContain(part)
    expect(text.split('https://a.example')).toHaveLength(2)
  })

  test('rejects facts of another shape', async () => {
    await expect(rendered('milestone_reached', { milestone: 'much' })).rejects.toThrow()
  })
})

describe('rules', () => {
  test('retry delays double up to an hour, and end after three days', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 60].map(attempts => {
      const at = retryAt(attempts, start, start)
      return ((at?.getTime() ?? 0) - start.getTime()) / minutes
    })
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(retryAt(1, start, new Date(start.getTime() + 72 * 60 * minutes))).toBeNull()
  })

  test('only a permanent error about the mailbox counts against the address', () => {
    const rcpt = (responseCode: number, response: string) =>
      failureOf({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response })
    expect(rcpt(550, '550 5.1.1 no such user')).toBe('address')
    expect(rcpt(550, '550 5.2.1 mailbox disabled')).toBe('address')
    expect(rcpt(550, '550 No such user here')).toBe('address')
    expect(rcpt(550, '550 5.7.1 blocked')).toBe('later')
    expect(rcpt(554, '554 Relay access denied')).toBe('later')
    expect(rcpt(450, '450 4.2.0 busy')).toBe('later')
    expect(failureOf({ code: 'EMESSAGE', command: 'DATA', responseCode: 554 })).toBe('later')
    expect(failureOf({ code: 'ESOCKET', command: 'CONN' })).toBe('unreachable')
    expect(failureOf({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 })).toBe('unreachable')
    expect(failureOf({ code: 'ESOCKET', command: 'DATA' })).toBe('later')
  })
})
