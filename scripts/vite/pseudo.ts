const accents: Readonly<Record<string, string>> = {
  a: 'á',
  b: 'ƀ',
  c: 'ç',
  d: 'ð',
  e: 'é',
  g: 'ĝ',
  h: 'ĥ',
  i: 'î',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  n: 'ñ',
  o: 'ö',
  p: 'þ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  w: 'ŵ',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  B: 'Ɓ',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Î',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  N: 'Ñ',
  O: 'Ö',
  P: 'Þ',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  W: 'Ŵ',
  Y: 'Ý',
  Z: 'Ž',
}

/** Values of these keys are no words. */
const codes = new Set(['path', 'variant'])

const longer = 0.4

/** "Save" as "[Šáṽé~~]": any letter without an accent on the screen stands outside of a texts module. */
function accented(text: string): string {
  if (!/[a-z]/i.test(text)) return text
  // Names in braces are put in later.
  const words = text.replace(/\{\w+\}|[a-z]/gi, part => accents[part] ?? part)
  return `[${words}${' ~~~~'.repeat(Math.ceil((text.length * longer) / 5)).slice(0, Math.ceil(text.length * longer))}]`
}

/** The texts of a module in the pseudo-language. Functions keep their parameters; numbers and codes stay. */
export function pseudo<T>(value: T): T {
  return changed(value) as T
}

function changed(value: unknown): unknown {
  if (typeof value === 'string') return accented(value)
  if (typeof value === 'function') return (...given: unknown[]) => changed(value(...given))
  if (Array.isArray(value)) return value.map(changed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, codes.has(key) ? one : changed(one)]),
  )
}
