import { createElement as h, type ReactNode } from 'react'
import { brand } from '#contract/brand.ts'
import type { Language } from '#contract/reading/languages.ts'
import { sentences as mails } from '#sentences/mails.ts'
import { darkStyles, look, Picture, Small } from './parts.ts'

export interface FrameProps {
  title: string
  /** the preview line in inboxes, next to the subject */
  preview: string
  language: Language
  /** whether the mail brings a picture, which is shown above everything else */
  picture: boolean
  children?: ReactNode
  /**
   * links for unsubscribing from this kind of mail and for all preferences, which only accounts have; null when the mail
   * has no preference
   */
  ending: { unsubscribeUrl: string; settingsUrl: string | null } | null
}

const layoutTable = (style: Record<string, string | number>, row: ReactNode, className?: string) =>
  h(
    'table',
    { className, role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style },
    h('tbody', null, row),
  )

const hidden = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}

/** The links that end these mails. */
const Ending = ({
  ending: { unsubscribeUrl, settingsUrl },
  language,
}: {
  ending: NonNullable<FrameProps['ending']>
  language: Language
}) => {
  const link = (href: string, text: string) =>
    h('a', { key: href, href, className: 'quiet', style: { color: look.quiet } }, text)
  return h(
    Small,
    null,
    link(unsubscribeUrl, mails.unsubscribe.in(language)),
    settingsUrl && [' · ', link(settingsUrl, mails.allSettings.in(language))],
  )
}

/** The whole document around a mail's own content. */
export const Frame = ({ title, preview, children, ending, language, picture }: FrameProps) =>
  h(
    'html',
    { lang: language },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      // The older name, which Apple Mail asks for.
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, darkStyles),
      h('title', null, title),
    ),
    h(
      'body',
      {
        className: 'paper',
        style: { margin: 0, padding: 0, background: look.paper, fontFamily: look.text },
      },
      h('div', { style: hidden, 'data-skip-in-text': true }, preview),
      layoutTable(
        { background: look.paper },
        h(
          'tr',
          null,
          h(
            'td',
            { align: 'center', style: { padding: '32px 16px' } },
            layoutTable({ maxWidth: 520 }, [
              h(
                'tr',
                { key: 'brand' },
                h(
                  'td',
                  {
                    className: 'ink',
                    style: {
                      padding: '0 0 16px',
                      fontFamily: look.display,
                      fontSize: 26,
                      fontWeight: 700,
                      color: look.ink,
                    },
                  },
                  brand,
                ),
              ),
              h(
                'tr',
                { key: 'card' },
                h(
                  'td',
                  {
                    className: 'card',
                    style: {
                      padding: 28,
                      background: look.card,
                      border: `1px solid ${look.line}`,
                      borderRadius: 12,
                    },
                  },
                  picture ? h(Picture) : null,
                  h(
                    'h1',
                    {
                      className: 'ink',
                      style: {
                        margin: '0 0 16px',
                        fontFamily: look.display,
                        fontSize: 30,
                        lineHeight: 1.1,
                        fontWeight: 700,
                        color: look.ink,
                      },
                    },
                    title,
                  ),
                  children,
                ),
              ),
              h(
                'tr',
                { key: 'foot' },
                h('td', { style: { padding: '16px 4px' } }, ending && h(Ending, { ending, language })),
              ),
            ]),
          ),
        ),
        'paper',
      ),
    ),
  )
