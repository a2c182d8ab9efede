import { render, toPlainText } from '@react-email/render'
import { createElement } from 'react'
import { brand } from '#contract/brand.ts'
import type { MailTemplate } from '#contract/mail.ts'
import { readMailData } from './templates/data.ts'
import { Frame } from './templates/frame.ts'
import { contentOf } from './templates/index.ts'

export interface RenderedMail {
  subject: string
  title: string
  html: string
  text: string
}

/**
 * Makes a mail of its facts: HTML, and the same as plain text.
 * @param data checked against the template's own shape @throws ZodError when it has another
 */
export async function renderMail(given: {
  template: MailTemplate
  data: unknown
  name: string
  publicUrl: string
  unsubscribeUrl: string | null
}): Promise<RenderedMail> {
  const { template, publicUrl, unsubscribeUrl } = given
  const { subject, title, preview, body } = contentOf(template, readMailData(template, given.data), {
    name: given.name,
    at: link => new URL(link, publicUrl).href,
  })
  const settingsUrl = new URL('/settings', publicUrl).href
  const html = await render(createElement(Frame, { title, preview, settingsUrl, unsubscribeUrl }, body))
  const text = toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      { selector: 'table.figures', format: 'dataTable' },
      { selector: '[data-skip-in-text="true"]', format: 'skip' },
    ],
  })
  // A subject is one line, whatever a title contains.
  return { subject: subject.replace(/\s+/g, ' '), title, html, text: `${text}\n\n-- \n${brand}\n` }
}
