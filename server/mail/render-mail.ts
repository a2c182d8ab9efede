import { createElement as h, type ReactNode } from 'react'
import { brand } from '#contract/brand.ts'
import type { MailTemplate } from '#contract/mail.ts'
import type { Language } from '#contract/reading/languages.ts'
import { sentences as mails } from '#sentences/mails.ts'
import type { Mail } from '#server/core/mailer.ts'
import { type Reader, readerOf } from '#server/core/reader.ts'
import { Frame, type FrameProps } from './templates/frame.ts'
import { contentOf } from './templates/index.ts'
import { Action, Address, Paragraph, Small } from './templates/parts.ts'

export interface RenderedMail {
  subject: string
  title: string
  html: string
  text: string
  /** see Mail */
  picture: Buffer | null
}

/** The one that mail programs are made for. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** The body in the common frame of all mails: as HTML and as plain text. */
async function drawMail(frame: FrameProps, body: ReactNode): Promise<Pick<Mail, 'html' | 'text'>> {
  const [{ renderToStaticMarkup }, { convert }] = await Promise.all([
    import('react-dom/server'),
    import('html-to-text'),
  ])
  const html = doctype + renderToStaticMarkup(h(Frame, frame, body))
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'table.figures', format: 'dataTable' },
      { selector: '[data-skip-in-text="true"]', format: 'skip' },
    ],
  })
  return { html, text: `${text}\n\n-- \n${brand}\n` }
}

/** A mail sent at once, without the outbox and its templates: one action and what to know about it. */
export const renderNotice = (given: {
  language?: Language
  title: string
  message: string
  action: { label: string; url: string }
  /** Small print below the action. */
  footnotes: string[]
}): Promise<Pick<Mail, 'html' | 'text'>> =>
  drawMail(
    {
      title: given.title,
      preview: given.message,
      language: given.language ?? 'en',
      ending: null,
      picture: false,
    },
    [
      h(Paragraph, { key: 'message' }, given.message),
      h(Action, { key: 'action', ...given.action }),
      h(Address, {
        key: 'address',
        label: mails.openAddress.in(given.language ?? 'en'),
        url: given.action.url,
      }),
      ...given.footnotes.map(footnote => h(Small, { key: footnote }, footnote)),
    ],
  )

/**
 * Renders a mail from its data, as HTML and as plain text.
 * @param data checked against the template's schema @throws ZodError when it doesn't match
 */
export async function renderMail(given: {
  template: MailTemplate
  data: unknown
  name: string
  /** English and UTC unless given */
  reader?: Reader
  publicUrl: string
  unsubscribeUrl: string | null
  /** whether the mail goes to a follower, who has no settings */
  toFollower?: boolean
  /** the cover of the video that the mail is about; without it, or when null, there is no picture */
  pictureOf?(videoId: string): Promise<Buffer | null>
}): Promise<RenderedMail> {
  const { template, publicUrl, unsubscribeUrl } = given
  const reader = given.reader ?? readerOf({ language: null, units: null, zone: null })
  const { subject, title, preview, body, shows } = contentOf(template, given.data, {
    name: given.name,
    reader,
    at: link => new URL(link, publicUrl).href,
  })
  const settingsUrl = given.toFollower ? null : new URL('/settings', publicUrl).href
  const ending = unsubscribeUrl ? { unsubscribeUrl, settingsUrl } : null
  const picture = (shows && (await given.pictureOf?.(shows))) || null
  // A subject is one line, whatever a title contains.
  return {
    subject: subject.replace(/\s+/g, ' '),
    title,
    picture,
    ...(await drawMail(
      { title, preview, language: reader.language, ending, picture: picture !== null },
      body,
    )),
  }
}
