import { brand } from '#contract/brand.ts'
import { api, coverAddress } from '#contract/paths.ts'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { type Opened, pictureOf } from './opened.ts'
import { fitInto } from './rules.ts'

const noIndex = '<meta name="robots" content="noindex">'

const clock = (seconds: number): string => {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [hours = 0, minutes = 0, rest = 0] = parts
  const tail = `${hours ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`
  return hours ? `${hours}:${tail}` : tail
}

/** The head of a link's page when there is nothing to show. */
export const goneHead = `<title>${brand}</title>${noIndex}`

/** Maximum size of an embedded player. */
const most = { width: 1280, height: 720 }

/** What a page for everyone shows, with the addresses by which others get at it. */
export interface Shown {
  title: string
  description: string
  rider: string
  /** its best highlight in words; null: there is none, or it isn't shown */
  moment: string | null
  picture: { width: number; height: number; duration: number }
  /** paths: of the page, of its player, of the video's cover, of the file if there is one to play */
  paths: { page: string; embed: string; cover: string | null; file: string | null }
  /** since when search engines may list it; null: they may not */
  listedSince: Date | null
}

/** What a share link's page shows. @param moment its best one in words */
export const shownOfLink = (found: Opened, moment: string | null = null): Shown => ({
  title: found.video.title,
  description: '',
  rider: found.rider,
  moment,
  picture: pictureOf(found),
  paths: {
    page: api.sharePage(found.link.token),
    embed: api.shareEmbed(found.link.token),
    // A frame of the video isn't part of the clip.
    cover: found.clip ? null : coverAddress(found.link.token, 720),
    file: found.clip && api.sharedClip(found.link.token),
  },
  listedSince: null,
})

/** What search engines read about a video (https://schema.org/VideoObject). */
function recordOf(publicUrl: string, shown: Shown, listedSince: Date): string {
  const { paths } = shown
  const record = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: shown.title,
    description: shown.description || shown.title,
    uploadDate: listedSince.toISOString(),
    duration: `PT${Math.max(1, Math.round(shown.picture.duration))}S`,
    embedUrl: publicUrl + paths.embed,
    ...(paths.cover ? { thumbnailUrl: publicUrl + paths.cover } : {}),
  }
  // `<` is escaped, so that no text ends the element.
  return `<script type="application/ld+json">${JSON.stringify(record).replaceAll('<', '\\u003c')}</script>`
}

/** What a site reads about a page; null: nothing. */
type Meta = [name: string, content: string | number | null]

/** The elements of a page's head that say so. */
export const metasOf = (kind: 'property' | 'name', all: readonly Meta[]): string[] =>
  all.flatMap(([name, content]) =>
    content === null ? [] : `<meta ${kind}="${name}" content="${escapeHtml(String(content))}">`,
  )

/** Longest description on a preview card. */
const cardLength = 200

/**
 * The head from which other sites make a preview card: Open Graph (https://ogp.me), Twitter's player card and
 * the address of the oEmbed document.
 */
export function headOf(publicUrl: string, shown: Shown): string {
  const { title, rider, moment, picture, paths, listedSince } = shown
  const url = publicUrl + paths.page
  const embed = publicUrl + paths.embed
  const { duration, ...shape } = picture
  const { width, height } = fitInto(shape, most)
  const words = shown.description.replace(/\s+/g, ' ').trim().slice(0, cardLength)
  const description = [rider, clock(duration), moment, words].filter(Boolean).join(' · ')
  const image = paths.cover && publicUrl + paths.cover
  const file = paths.file && publicUrl + paths.file
  const properties: Meta[] = [
    ['og:site_name', brand],
    ['og:type', 'video.other'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image],
    ['og:video', file ?? embed],
    ['og:video:type', file ? 'video/mp4' : 'text/html'],
    ['og:video:width', width],
    ['og:video:height', height],
    ['video:duration', Math.max(1, Math.round(duration))],
  ]
  const names: Meta[] = [
    ['description', description],
    ['twitter:card', 'player'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', image],
    ['twitter:player', embed],
    ['twitter:player:width', width],
    ['twitter:player:height', height],
  ]
  const oembed = `${publicUrl}${api.oembed}?format=json&url=${encodeURIComponent(url)}`
  return [
    `<title>${escapeHtml(`${title} · ${brand}`)}</title>`,
    ...(listedSince
      ? [`<link rel="canonical" href="${escapeHtml(url)}">`, recordOf(publicUrl, shown, listedSince)]
      : [noIndex]),
    ...metasOf('name', names),
    ...metasOf('property', properties),
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(title)}">`,
  ].join('\n    ')
}

/** The answer to a site that asks how to embed a page (https://oembed.com). */
export function oembedOf(publicUrl: string, shown: Shown, wanted: { width: number; height: number }) {
  const { width, height } = fitInto(shown.picture, wanted)
  const source = escapeHtml(publicUrl + shown.paths.embed)
  const title = escapeHtml(shown.title)
  return {
    version: '1.0' as const,
    type: 'video' as const,
    provider_name: brand,
    provider_url: publicUrl,
    title: shown.title,
    author_name: shown.rider,
    width,
    height,
    html: `<iframe src="${source}" width="${width}" height="${height}" title="${title}" style="border:0" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`,
  }
}

/** What one of our addresses shows: a share link's token or a video's id; null for any other address. */
export function namedIn(publicUrl: string, address: string): { token: string } | { videoId: string } | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  if (origin !== new URL(publicUrl).origin) return null
  const [, kind, name] = /^\/(s|v)\/([^/]+)(?:\/embed)?$/.exec(pathname) ?? []
  if (!name) return null
  return kind === 's' ? { token: name } : { videoId: name }
}
