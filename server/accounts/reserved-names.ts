// cspell:disable
import { brand } from '#contract/brand.ts'

/** Letters that look like a Latin one once compatibility forms and accents are gone (Unicode, UTS 39). */
const lookalikes: readonly (readonly [string, string])[] = [
  ['a', 'аαɑᴀ@4'],
  ['b', 'ьвβʙ8'],
  ['c', 'сϲᴄ'],
  ['d', 'ԁᴅ'],
  ['e', 'еєεᴇ3'],
  ['f', 'ꜰ'],
  ['g', 'ɡɢ9'],
  ['h', 'һнʜ'],
  // i and l are one: in many fonts nobody can tell them apart.
  ['l', 'iіιıɪӏⅼʟ1!|'],
  ['k', 'кκᴋ'],
  ['m', 'мᴍ'],
  ['n', 'пηɴ'],
  ['o', 'оοσᴏօ0'],
  ['p', 'рρᴘ'],
  ['r', 'гʀ'],
  ['s', 'ѕꜱ$5'],
  ['t', 'тτᴛ7'],
  ['u', 'υцᴜս'],
  ['v', 'νᴠ'],
  ['w', 'ѡωᴡ'],
  ['x', 'хχ'],
  ['y', 'уγʏ'],
  ['z', 'ᴢ'],
]
const looksLike = new Map(lookalikes.flatMap(([letter, all]) => [...all].map(one => [one, letter] as const)))

/** Enclosed letters without a compatibility form: 🅣, 🆃, and the letters of flags. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6]

function letterOf(character: string): string {
  const code = character.codePointAt(0) as number
  const start = enclosed.find(first => code >= first && code < first + 26)
  return (
    looksLike.get(character) ?? (start === undefined ? character : String.fromCharCode(97 + code - start))
  )
}

/** What a text looks like, in small Latin letters. */
const skeleton = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')]
    .map(letterOf)
    .join('')
    .replaceAll('i', 'l')

const wordsOf = (text: string): string[] => skeleton(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Who runs the place, in the product's languages. Nobody is called only that. */
const offices = [
  ...[
    'support',
    'admin',
    'admins',
    'administrator',
    'administrators',
    'administration',
    'moderator',
    'moderators',
  ],
  ...[
    'moderation',
    'mod',
    'mods',
    'staff',
    'official',
    'payment',
    'payments',
    'payout',
    'payouts',
    'billing',
  ],
  ...['security', 'helpdesk', 'system', 'webmaster', 'soporte', 'administrador', 'administradora'],
  ...[
    'administradores',
    'moderador',
    'moderadora',
    'moderadores',
    'oficial',
    'pagos',
    'seguridad',
    'atencionalcliente',
  ],
]
/** What may stand beside it without making it a person's name. */
const beside = [
  ...[
    'the',
    'a',
    'our',
    'team',
    'desk',
    'center',
    'centre',
    'customer',
    'client',
    'service',
    'services',
    'help',
  ],
  ...[
    'user',
    'users',
    'rider',
    'riders',
    'account',
    'accounts',
    'verified',
    'site',
    'app',
    'video',
    'videos',
    'dept',
  ],
  ...['department', 'group', 'el', 'la', 'de', 'del', 'equipo', 'ayuda', 'cuenta', 'cuentas'],
]
const anyOf = (words: readonly string[]): string =>
  words
    .map(skeleton)
    .sort((a, b) => b.length - a.length)
    .join('|')
const onlyOffices = new RegExp(
  `^(?:${anyOf(beside)})*(?:${anyOf(offices)})(?:${anyOf([...offices, ...beside])})*$`,
)

const product = skeleton(brand)

/** Whether the product's name is in it: within a word, or as whole words and letters in a row. */
function namesProduct(words: readonly string[]): boolean {
  if (words.some(word => word.includes(product))) return true
  return words.some((_, from) => {
    let text = ''
    for (const word of words.slice(from)) {
      text += word
      if (text === product) return true
      if (text.length > product.length) return false
    }
    return false
  })
}

/**
 * Whether a name poses as the product or its staff: it has the product's name in it, or is nothing but an office
 * ("Support", "Admin Team"). Lookalikes from other scripts, accents, digits for letters, spaces and signs don't hide it.
 */
export function isReservedName(name: string): boolean {
  // A digit stands for a letter, or is a number at the end.
  return [name, name.replace(/\d+/g, '')].some(text => {
    const words = wordsOf(text)
    return namesProduct(words) || onlyOffices.test(words.join(''))
  })
}
