import { brand } from '#contract/brand.ts'
import { api, coverAddress } from '#contract/paths.ts'
import { escapeHtml } from '#server/platform/http/html-page.ts'
import { type Opened, pictureOf } from './opened.ts'
import { fitInto } from './rules.ts'
import { addressOfLink } from './switch.ts'

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

/**
 * The head from which other sites make a preview card: Open Graph (https://ogp.me), Twitter's player card and
 * the address of the oEmbed document. It contains a picture of the video only when the whole video is shared.
 */
export function headOf(publicUrl: string, { link, video, clip, rider }: Opened): string {
  const url = addressOfLink(publicUrl, link.token)
  const embed = publicUrl + api.shareEmbed(link.token)
  const { duration, ...shape } = pictureOf({ video, clip })
  const { width, height } = fitInto(shape, most)
  const description = `${rider} · ${clock(duration)}`
  const picture = clip ? null : publicUrl + coverAddress(link.token, 720)
  const file = clip && publicUrl + api.sharedClip(link.token)
  const properties: [string, string | number | null][] = [
    ['og:site_name', brand],
    ['og:type', 'video.other'],
    ['og:title', video.title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', picture],
    ['og:video', file ?? embed],
    ['og:video:type', file ? 'video/mp4' : 'text/html'],
    ['og:video:width', width],
    ['og:video:height', height],
    ['video:duration', Math.max(1, Math.round(duration))],
  ]
  const names: [string, string | number | null][] = [
    ['description', description],
    ['twitter:card', 'player'],
    ['twitter:title', video.title],
    ['twitter:description', description],
    ['twitter:image', picture],
    ['twitter:player', embed],
    ['twitter:player:width', width],
    ['twitter:player:height', height],
  ]
  const metas = (kind: 'property' | 'name', all: typeof names) =>
    all.flatMap(([name, content]) =>
      content === null ? [] : `<meta ${kind}="${name}" content="${escapeHtml(String(content))}">`,
    )
  const oembed = `${publicUrl}${api.oembed}?format=json&url=${encodeURIComponent(url)}`
  return [
    `<title>${escapeHtml(`${video.title} · ${brand}`)}</title>`,
    noIndex,
    ...metas('name', names),
    ...metas('property', properties),
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(video.title)}">`,
  ].join('\n    ')
}

/** The answer to a site that asks how to embed a link (https://oembed.com). */
export function oembedOf(publicUrl: string, found: Opened, wanted: { width: number; height: number }) {
  const { width, height } = fitInto(pictureOf(found), wanted)
  const source = escapeHtml(publicUrl + api.shareEmbed(found.link.token))
  return {
    version: '1.0' as const,
    type: 'video' as const,
    provider_name: brand,
    provider_url: publicUrl,
    title: found.video.title,
    author_name: found.rider,
    width,
    height,
    html: `<iframe src="${source}" width="${width}" height="${height}" title="${escapeHtml(found.video.title)}" style="border:0" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`,
  }
}

/** The token in the address of one of our links; null for any other address. */
export function tokenIn(publicUrl: string, address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  const [, token] = /^\/s\/([^/]+)(?:\/embed)?$/.exec(pathname) ?? []
  return origin === new URL(publicUrl).origin && token ? token : null
}
