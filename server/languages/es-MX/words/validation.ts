import { payoutThresholdRange as threshold } from '#contract/money/constants.ts'

/** What the contract's schemas say about a field, in the words of the contract. */
const own: Readonly<Record<string, string>> = {
  'A piece takes at least 0.5 seconds.': 'Una parte dura al menos 0.5 segundos.',
  'A time in seconds, like 12.5s, or cover': 'Un tiempo en segundos, como 12.5s, o cover',
  'Confirm that you hold the rights to this music.': 'Confirma que tienes los derechos de esta música.',
  'A period has 366 days at most.': 'Un periodo tiene 366 días como máximo.',
  'Choose a country from the list.': 'Elige un país de la lista.',
  'Choose at least one platform.': 'Elige al menos una plataforma.',
  'Choose two different accounts.': 'Elige dos cuentas distintas.',
  'Choose who can see posts.': 'Elige quién puede ver las publicaciones.',
  'Enter a reason, in a sentence.': 'Escribe un motivo, en una frase.',
  'Enter a valid email address.': 'Escribe un correo válido.',
  'Enter complete links that start with https://.': 'Escribe enlaces completos que empiecen con https://.',
  'Enter the threshold in dollars, such as 50.': 'Escribe el mínimo en dólares, como 50.',
  'Enter your ZIP or postal code, such as 98101 or K1A 0B1.':
    'Escribe tu código postal, como 98101 o K1A 0B1.',
  'Get the price of this change first, then confirm it.':
    'Primero consulta el precio de este cambio y después confírmalo.',
  'Give a date in ISO 8601.': 'Escribe una fecha en formato ISO 8601.',
  'Give a day as YYYY-MM-DD.': 'Escribe el día como AAAA-MM-DD.',
  'Give a month as YYYY-MM.': 'Escribe el mes como AAAA-MM.',
  'Give the name of the file.': 'Escribe el nombre del archivo.',
  'All texts together have at most 150,000 characters.':
    'Todos los textos juntos tienen 150,000 caracteres como máximo.',
  'Give an id of Stripe, such as in_1PgafmB7WZ01zgkW.': 'Escribe un id de Stripe, como in_1PgafmB7WZ01zgkW.',
  'Give payoutThreshold or payoutFrequency.': 'Indica payoutThreshold o payoutFrequency.',
  'Give whole cents.': 'Usa centavos enteros.',
  'Nothing to change.': 'No hay nada que cambiar.',
  'The amount can be at most $1,000,000.': 'El monto puede ser de USD 1,000,000 como máximo.',
  'The amount can be at most $10,000,000.': 'El monto puede ser de USD 10,000,000 como máximo.',
  'The amount must be at least $0.00.': 'El monto debe ser de al menos USD 0.00.',
  'The amount must be at least $0.01.': 'El monto debe ser de al menos USD 0.01.',
  'The file needs a name.': 'El archivo necesita un nombre.',
  'The period ends before it starts.': 'El periodo termina antes de empezar.',
  'The pieces of a reel take up to 60 seconds.': 'Las partes de un reel duran hasta 60 segundos.',
  [`The threshold can be at most $${threshold.max}.`]: `El mínimo puede ser de USD ${threshold.max} como máximo.`,
  [`The threshold must be at least $${threshold.min}.`]: `El mínimo debe ser de al menos USD ${threshold.min}.`,
  'This is no cursor of ours.': 'La posición en la lista no es válida.',
}

const types: Readonly<Record<string, string>> = {
  array: 'una lista',
  bigint: 'un entero',
  boolean: 'true o false',
  date: 'una fecha',
  int: 'un entero',
  null: 'null',
  number: 'un número',
  object: 'un objeto',
  record: 'un objeto',
  string: 'un texto',
  undefined: 'nada',
}
const formats: Readonly<Record<string, string>> = {
  'email address': 'El correo no es válido',
  'ISO date': 'La fecha ISO no es válida',
  'ISO datetime': 'La fecha y hora ISO no es válida',
  URL: 'La URL no es válida',
  UUID: 'El UUID no es válido',
}
const units: Readonly<Record<string, string>> = {
  bytes: 'bytes',
  characters: 'caracteres',
  entries: 'entradas',
  items: 'elementos',
}
const limits: Readonly<Record<string, string>> = {
  '<=': 'como máximo ',
  '<': 'menos de ',
  '>=': 'al menos ',
  '>': 'más de ',
  'exactly ': 'exactamente ',
}

/** What the schema library says by itself, as in node_modules/zod/v4/locales/en.js. */
const patterns: [RegExp, (...parts: string[]) => string][] = [
  [
    /^Invalid input: expected (\w+), received (\w+)$/,
    (expected, received) =>
      `Se esperaba ${types[expected as string] ?? expected}, se recibió ${types[received as string] ?? received}`,
  ],
  [/^Invalid input: expected (.+)$/, expected => `Se esperaba ${expected}`],
  [/^Invalid option: expected one of (.+)$/, options => `Opción no válida: usa una de ${options}`],
  [
    /^Too (?:big|small): expected \w+ to have (exactly |[<>]=?)(\S+) (\w+)$/,
    (limit, size, unit) => `Debe tener ${limits[limit as string]}${size} ${units[unit as string] ?? unit}`,
  ],
  [
    /^Too (?:big|small): expected \w+ to be (exactly |[<>]=?)(\S+)$/,
    (limit, size) => `Debe ser ${limits[limit as string]}${size}`,
  ],
  [/^Invalid string: must start with (.+)$/, start => `Debe empezar con ${start}`],
  [/^Invalid string: must end with (.+)$/, end => `Debe terminar en ${end}`],
  [/^Invalid string: must include (.+)$/, part => `Debe incluir ${part}`],
  [/^Invalid string: must match pattern (.+)$/, pattern => `Debe tener la forma ${pattern}`],
  [/^Invalid number: must be a multiple of (.+)$/, step => `Debe ser múltiplo de ${step}`],
  [/^Unrecognized keys?: (.+)$/, keys => `Campos desconocidos: ${keys}`],
  [/^Invalid discriminator value\. Expected (.+)$/, options => `Opción no válida: usa una de ${options}`],
  [/^Invalid (?:key|value) in \w+$/, () => 'Un elemento no es válido'],
  [/^Invalid input/, () => 'No es válido'],
  [/^Invalid (.+)$/, format => formats[format as string] ?? `El formato no es válido (${format})`],
]

/** A finding of a schema in Spanish. One that isn't known stays as it is. */
export function finding(english: string): string {
  const known = own[english]
  if (known) return known
  for (const [pattern, write] of patterns) {
    const parts = pattern.exec(english)
    if (parts) return write(...parts.slice(1))
  }
  return english
}
