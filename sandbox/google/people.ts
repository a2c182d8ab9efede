import { createHash } from 'node:crypto'
import { z } from 'zod'

export interface Person {
  email: string
  name: string
  /** The ID token's email_verified claim. */
  emailVerified: boolean
}

/** The people in the chooser. The server assigns the roles to these addresses. */
export const offered: readonly (Person & { role: string })[] = [
  { email: 'admin@trailcut.example', name: 'Alex Admin', emailVerified: true, role: 'Admin' },
  { email: 'moderator@trailcut.example', name: 'Mo Moderator', emailVerified: true, role: 'Moderator' },
  { email: 'sam@trailcut.example', name: 'Sam Rivers', emailVerified: true, role: 'Rider' },
  { email: 'lee@trailcut.example', name: 'Lee Stone', emailVerified: true, role: 'Rider' },
]

/** What the chooser's form sends: one of the listed people, or a typed address. */
export const choice = z.object({
  email: z.email('Enter a valid email address.').max(254).toLowerCase(),
  name: z.string().trim().max(80).default(''),
  verified: z.literal('on').optional(),
})

/** The person who was chosen. */
export function personOf({ email, name, verified }: z.infer<typeof choice>): Person {
  const known = offered.find(p => p.email === email)
  return known && verified
    ? known
    : { email, name: name || (known?.name ?? ''), emailVerified: verified === 'on' }
}

/** Stable per address, like a Google account's `sub`, and doesn't reveal the address. */
export const subjectOf = (email: string): string =>
  createHash('sha256').update(email).digest('hex').slice(0, 24)

const most = 1000

/** People who are signing in right now: kept from the choice until the tokens are fetched. */
export class People {
  readonly #bySubject = new Map<string, Person>()

  remember(person: Person): string {
    const subject = subjectOf(person.email)
    this.#bySubject.delete(subject)
    this.#bySubject.set(subject, person)
    const [oldest] = this.#bySubject.keys()
    if (this.#bySubject.size > most && oldest) this.#bySubject.delete(oldest)
    return subject
  }

  find(subject: string): Person | undefined {
    return this.#bySubject.get(subject)
  }
}
