import { texts as media } from '../../../../.runtime/texts/es-MX/media.ts'
import { texts as videos } from '../../../../.runtime/texts/es-MX/videos.ts'
import { rejectionIn } from './rejections.ts'
import { finding } from './validation.ts'

/** A browser and what it runs on: 'Firefox on Android', 'a browser on a Mac'. */
const device = /^(a browser|[A-Z]\w+)(?: on (an iPhone or iPad|a Mac|[A-Z]\w+))?$/
const inSpanish: Readonly<Record<string, string>> = {
  'a browser': 'un navegador',
  'an iPhone or iPad': 'un iPhone o iPad',
  'a Mac': 'una Mac',
}

/** What plans offer, as the contract has it in English. */
const features: Readonly<Record<string, string>> = {
  'AI highlights of every ride': 'Los mejores momentos de cada rodada, con IA',
  'Cancel at any time': 'Cancela cuando quieras',
  'Everything in Free': 'Todo lo del plan gratuito',
  'Everything in Premium': 'Todo lo de Premium',
  'Payouts from $25': 'Pagos desde USD 25',
}

/** How what is published is called. */
const ofPosts: [RegExp, (...parts: string[]) => string][] = [
  [/^Whole video$/, () => 'Video completo'],
  [/^Whole video, upright$/, () => 'Video completo, vertical'],
  [/^First (\d+) seconds$/, seconds => `Primeros ${seconds} segundos`],
  [/^Highlight (\d+)$/, number => `Momento ${number}`],
  [/^Reel “(\d+) seconds”$/, seconds => `Reel de ${seconds} segundos`],
]

/** Why a video can't be used, where the stored sentence names a value. */
const patterns: [RegExp, (...parts: string[]) => string][] = [
  [/^(\d+)% of what your views earn$/, share => `${share}% de lo que ganan tus vistas`],
  [/^([\d.]+)x earnings on every view$/, times => `Ganas ${times}x por cada vista`],
  [/^The video is longer than (\d+) minutes\./, minutes => videos.tooLong({ minutes: Number(minutes) })],
  [/^The file is larger than (\d+) MB\./, size => videos.tooLarge({ megabytes: Number(size) })],
  [
    /^The picture is (\d+) × (\d+) pixels,/,
    (width, height) => videos.pictureTooLarge({ width: Number(width), height: Number(height) }),
  ],
  [/^Part of this file is in a format .* \((.+?)\)\./, (codec = '') => media.notSupported({ codec })],
  [
    /^Your account has used up its processing time for today\. We'll(.*)$/,
    (rest = '') => videos.cpuWaits({ verified: !rest.includes('Verify') }),
  ],
]

/** A text that is in no catalog of sentences, in Spanish; what people wrote themselves stays as it is. */
export function phraseIn(english: string): string {
  const known = features[english]
  if (known) return known
  for (const [pattern, write] of [...patterns, ...ofPosts]) {
    const parts = pattern.exec(english)
    if (parts) return write(...parts.slice(1))
  }
  const [, browser, system] = device.exec(english) ?? []
  const parts = [browser, system].flatMap(part => (part ? [inSpanish[part] ?? part] : []))
  return parts.length ? parts.join(' en ') : rejectionIn(finding(english))
}
