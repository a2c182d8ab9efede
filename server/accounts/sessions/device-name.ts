import { sentences } from '#sentences/accounts.ts'
import type { Sentence } from '#server/core/sentences.ts'

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'ios'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'mac'],
  [/\bLinux\b/, 'Linux'],
]
const named = (list: [RegExp, string][], text: string | null | undefined) =>
  list.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null

/** A browser in our own words: 'Firefox on Android'. No text from the browser itself is passed on. */
export const deviceName = (userAgent: string | null | undefined): Sentence =>
  sentences.device({ browser: named(browsers, userAgent), system: named(systems, userAgent) })
