import { brand } from '#contract/brand.ts'
import { api, coverAddress, pagePosterHeight, videoPage } from '#contract/paths.ts'
import type { PublicRider } from '#contract/sharing/rider-page.ts'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { metasOf } from './page.ts'

/** What a rider's page is called. */
const titleOf = ({ rider, name }: PublicRider): string => rider || name

/** The head of a rider's page: Open Graph (https://ogp.me), and its feed. */
export function riderHead(publicUrl: string, shown: PublicRider): string {
  const url = publicUrl + api.riderPage(shown.name)
  const title = titleOf(shown)
  const [newest] = shown.rides
  const description = [newest?.title, newest?.moment].filter(Boolean).join(' · ') || title
  const image = newest && publicUrl + coverAddress(newest.streamId, pagePosterHeight)
  return [
    `<title>${escapeHtml(`${title} · ${brand}`)}</title>`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<link rel="alternate" type="application/rss+xml" href="${escapeHtml(publicUrl + api.riderFeed(shown.name))}" title="${escapeHtml(title)}">`,
    ...metasOf('name', [
      ['description', description],
      ['twitter:card', image ? 'summary_large_image' : 'summary'],
    ]),
    ...metasOf('property', [
      ['og:site_name', brand],
      ['og:type', 'profile'],
      ['og:title', title],
      ['og:description', description],
      ['og:url', url],
      ['og:image', image ?? null],
    ]),
  ].join('\n    ')
}

/** A rider's rides as RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function feedOf(publicUrl: string, shown: PublicRider): string {
  const title = escapeHtml(titleOf(shown))
  const items = shown.rides.map(({ id, title, moment, publishedAt }) => {
    const address = escapeHtml(publicUrl + videoPage(id))
    return [
      '<item>',
      `<title>${escapeHtml(title)}</title>`,
      `<link>${address}</link>`,
      `<guid>${address}</guid>`,
      ...(publishedAt ? [`<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`] : []),
      ...(moment ? [`<description>${escapeHtml(moment)}</description>`] : []),
      '</item>',
    ].join('')
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${title} · ${brand}</title>`,
    `<link>${escapeHtml(publicUrl + api.riderPage(shown.name))}</link>`,
    `<description>${title}</description>`,
    `<atom:link rel="self" type="application/rss+xml" href="${escapeHtml(publicUrl + api.riderFeed(shown.name))}"/>`,
    ...items,
    '</channel></rss>',
  ].join('\n')
}
