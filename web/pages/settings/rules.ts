import { texts } from '#texts/pages/settings.ts'

const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Chromebook', /CrOS/],
  ['Linux', /Linux/],
]
const named = (list: [string, RegExp][], text: string) => list.find(([, sign]) => sign.test(text))?.[0]

/** A browser's everyday name: 'Firefox on Android'; null if unknown. */
export function browserName(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = named(browsers, userAgent)
  const system = named(systems, userAgent)
  if (browser && system) return texts.sessions.browserOn({ browser, system })
  return browser ?? system ?? null
}
