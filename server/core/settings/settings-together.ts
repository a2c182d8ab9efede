import { platformPairs } from './platform-settings.ts'

const together: [names: string[], sentence: string][] = [
  [['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], 'set both or neither'],
  [['TEXT_MODEL_URL', 'TEXT_MODEL'], 'set both or neither'],
  [['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], 'set all or none'],
  [
    [
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PRICE_PREMIUM',
      'STRIPE_PRICE_PRO',
    ],
    'set all or none',
  ],
  ...platformPairs.map((pair): [string[], string] => [pair, 'set both or neither']),
]

/** Which settings are set without those that belong to them, as a sentence; null when none. */
export function halfSettings(given: Record<string, unknown>): string | null {
  for (const [names, sentence] of together) {
    const set = names.filter(name => Boolean(given[name]))
    if (set.length > 0 && set.length < names.length)
      return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} go together: ${sentence}`
  }
  return null
}
