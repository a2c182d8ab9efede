import { brand } from '#contract/brand.ts'
import type { Mail } from './mailer.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML that shows exactly that text, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => entities[sign] as string)

export interface MailContent {
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Small print below the action. */
  footnotes?: string[]
}

const font = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"
const display = "font-family:'Barlow Condensed','Arial Narrow',Impact,sans-serif"

function html({ heading, paragraphs, action, footnotes = [] }: MailContent): string {
  const body = paragraphs.map(
    p => `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#17211c">${escapeHtml(p)}</p>`,
  )
  const small = footnotes.map(
    p => `<p style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#57665d">${escapeHtml(p)}</p>`,
  )
  const address = action ? escapeHtml(action.url) : ''
  const button = action
    ? `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:14px 22px;border-radius:8px;background:#b8460f;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#57665d">Or open this address:<br><a href="${address}" style="color:#b8460f;word-break:break-all">${address}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;padding:0;background:#f4f1ea;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ea"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 0 16px;${display};font-size:26px;font-weight:700;color:#17211c">${brand}</td></tr>
<tr><td style="padding:28px;background:#fffdf9;border:1px solid #dcd6c8;border-radius:12px">
<h1 style="margin:0 0 16px;${display};font-size:30px;line-height:1.1;font-weight:700;color:#17211c">${escapeHtml(heading)}</h1>
${body.join('\n')}${button}${small.join('\n')}
</td></tr></table></td></tr></table></body></html>`
}

function text({ heading, paragraphs, action, footnotes = [] }: MailContent): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...footnotes,
    `-- \n${brand}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The same content as HTML (tables and inline styles, which is what mail programs read) and as plain text. */
export const mailBody = (content: MailContent): Pick<Mail, 'html' | 'text'> => ({
  html: html(content),
  text: text(content),
})
