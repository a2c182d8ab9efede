import { media } from '../media.ts'
import { videos } from '../videos.ts'
import { rejectionIn } from './rejections.ts'

/** What plans offer, as the contract has it in English. */
const features: Readonly<Record<string, string>> = {
  'AI highlights of every ride': 'Los mejores momentos de cada rodada, con IA',
  'Cancel at any time': 'Cancela cuando quieras',
  'Everything in Free': 'Todo lo del plan gratuito',
  'Everything in Premium': 'Todo lo de Premium',
  'Payouts from $25': 'Pagos desde USD 25',
}

/** Parts of a post, as the contract's limits name them. */
const parts: Readonly<Record<string, string>> = {
  'A tag': 'Una etiqueta',
  'The description': 'La descripción',
  'The list of tags': 'La lista de etiquetas',
  'The title': 'El título',
  'Title, description and hashtags together': 'El título, la descripción y los hashtags juntos',
}
const unitsOver = (count: string, unit: string) =>
  unit === 'byte'
    ? `${count} byte${count === '1' ? '' : 's'}`
    : `${count} ${count === '1' ? 'carácter' : 'caracteres'}`

/** What the contract's limits say of the texts of a post, and how what is published is called. */
const ofPosts: [RegExp, (...parts: string[]) => string][] = [
  [/^Enter a title\.$/, () => 'Escribe un título.'],
  [/^A hashtag can't contain a space\.$/, () => 'Un hashtag no puede tener espacios.'],
  [/^At most (\d+) hashtags\.$/, count => `Como máximo ${count} hashtags.`],
  [/^(.+) can't contain < or >\.$/, (what = '') => `${parts[what] ?? what} no puede tener < ni >.`],
  [
    /^(.+) is (\d+) (character|byte)s? too long for this platform\.$/,
    (what = '', count = '', unit = '') =>
      `${parts[what] ?? what}: ${unitsOver(count, unit)} de más para esta plataforma.`,
  ],
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
  return rejectionIn(english)
}
