import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from '#server/core/mailer.ts'
import { scratchFolder } from '#test/media/make.ts'
import { MailStore } from './mail-store.ts'
import { linksOf, startSmtpSink } from './smtp-sink.ts'

const log = pino({ level: 'silent' })
const mail = (subject: string, to = 'a@example.com') => ({
  to,
  subject,
  text: 'text',
  html: '',
  links: [],
  sentAt: new Date().toISOString(),
})

async function mailbox() {
  const folder = await scratchFolder()
  const store = await MailStore.open(folder)
  const sink = await startSmtpSink({ store, log })
  onTestFinished(() => sink.close())
  return { folder, store, url: sink.url }
}

describe('the mail store', () => {
  test('lists newest first and by address, survives a restart, and is readable only by its owner', async () => {
    const folder = await scratchFolder()
    const store = await MailStore.open(folder)
    for (const subject of ['1', '2', '3']) await store.add(mail(subject))
    await store.add(mail('other', 'B@example.com'))
    const subjects = async (s: MailStore, to?: string) => (await s.list({ to })).map(m => m.subject)
    expect(await subjects(store, 'A@example.com')).toEqual(['3', '2', '1'])
    const again = await MailStore.open(folder)
    expect(await subjects(again)).toEqual(['other', '3', '2', '1'])
    expect(await subjects(again, 'b@example.com')).toEqual(['other'])
    const [file] = await readdir(folder)
    expect((await stat(path.join(folder, file as string))).mode & 0o777).toBe(0o600)
  })

  test('deletes the oldest beyond the limit', async () => {
    const folder = await scratchFolder()
    const store = await MailStore.open(folder, 3)
    for (const subject of ['1', '2', '3', '4', '5']) await store.add(mail(subject))
    expect((await store.list()).map(m => m.subject)).toEqual(['5', '4', '3'])
    expect(await readdir(folder)).toHaveLength(3)
    expect((await (await MailStore.open(folder, 2)).list()).map(m => m.subject)).toEqual(['5', '4'])
  })

  test("can't be made to read another file by an id", async () => {
    const store = await MailStore.open(await scratchFolder())
    const { id } = await store.add(mail('1'))
    expect(await store.find(id)).toMatchObject({ subject: '1' })
    for (const made of ['', '..', '../keys', `${id}/../${id}`, 'nothing-1'])
      expect(await store.find(made), made).toBeUndefined()
  })
})

describe('SMTP', () => {
  test('keeps a mail as it was sent, with its links', async () => {
    const { store, url } = await mailbox()
    await smtpMailer({ url, from: 'Trailcut <hello@trailcut.example>' }).send({
      to: 'Zoë.Rider@example.com'.replace('ë', 'e'),
      subject: 'Grüße ✓',
      text: 'See https://trailcut.example/a?b=1&c=2, or http://127.0.0.1:3000/x.',
      html: '<p>Grüße <a href="https://trailcut.example/a?b=1&amp;c=2">here</a></p>',
    })
    expect(await store.list()).toMatchObject([
      {
        to: 'zoe.rider@example.com',
        subject: 'Grüße ✓',
        text: expect.stringContaining('See https'),
        html: expect.stringContaining('Grüße'),
        links: ['https://trailcut.example/a?b=1&c=2', 'http://127.0.0.1:3000/x'],
      },
    ])
  })

  test('shows the picture that a mail brings', async () => {
    const { store, url } = await mailbox()
    await smtpMailer({ url, from: 'Trailcut <hello@trailcut.example>' }).send({
      ...{ to: 'a@example.com', subject: 'Ride', text: 'Ride' },
      html: '<img src="cid:picture"><img src="cid:other">',
      picture: Buffer.from('a ride'),
    })
    const [mail] = await store.list()
    const data = Buffer.from('a ride').toString('base64')
    expect(mail?.html).toContain(`<img src="data:image/jpeg;base64,${data}"><img src="cid:other">`)
  })

  test('treats differently written forms of an address as the same address', async () => {
    const { store, url } = await mailbox()
    const send = (to: string) =>
      smtpMailer({ url, from: 'hello@trailcut.example' }).send({ to, subject: 's', text: 't', html: '' })
    await expect(send('a@example.com, b@example.com')).rejects.toThrow()
    await send('a@example.com\r\nBcc: c@example.com').catch(() => undefined)
    expect((await store.list()).map(m => m.to)).not.toContain('b@example.com')
    expect((await store.list()).map(m => m.to)).not.toContain('c@example.com')
  })

  test('gives each recipient a copy, and refuses mail that is too large', async () => {
    const { store, url } = await mailbox()
    const transport = createTransport({ url })
    await transport.sendMail({
      from: 'x@example.com',
      to: ['a@example.com', 'b@example.com'],
      subject: 's',
      text: 't',
    })
    expect((await store.list()).map(m => m.to).sort()).toEqual(['a@example.com', 'b@example.com'])
    await expect(
      transport.sendMail({ from: 'x@example.com', to: 'a@example.com', text: 'x'.repeat(6 * 1024 * 1024) }),
    ).rejects.toThrow(/552|size/i)
    expect(await store.list()).toHaveLength(2)
  })
})

test('lists each http address once', () => {
  expect(
    linksOf({
      text: '(http://a.example/1) http://a.example/1 ftp://b.example mailto:c@example.com',
      html: `<a href='javascript:x'>x</a><a HREF="http://a.example/2">y</a>`,
    }),
  ).toEqual(['http://a.example/2', 'http://a.example/1'])
})
