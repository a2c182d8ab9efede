import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import { lookAt, scopeCheck } from '../account-check.ts'
import type { AccountCheck, HeldTokens } from '../connector.ts'
import { PublishError } from '../publish-error.ts'

const guide = (step: number) => `See docs/guides/facebook.md, step ${step}.`

/** https://developers.facebook.com/docs/graph-api/reference/debug_token */
export const inspected = z.object({
  data: z.object({
    is_valid: z.boolean(),
    scopes: z.array(z.string()).default([]),
    /** Unix seconds; 0: never expires */
    expires_at: z.number().default(0),
    data_access_expires_at: z.number().default(0),
  }),
})
type Inspected = z.infer<typeof inspected>['data']

interface Checking {
  scopes: readonly string[]
  /** the task a person must be allowed on the Page */
  task: string
  inspect(token: string): Promise<Inspected>
  pagesOf(personToken: string): Promise<{ id: string; tasks: string[] }[]>
}

const dayMs = 86_400_000
/** A person has to reconnect before that; a week is enough notice. */
const soonDays = 7

/** The earliest expiry, if any. */
function endCheck(tokens: readonly Inspected[], now: Date): AccountCheck {
  const ends = tokens.flatMap(t => [t.expires_at, t.data_access_expires_at]).filter(at => at > 0)
  if (ends.length === 0) return { what: 'Tokens', ok: true, note: 'They have no end.' }
  const first = new Date(Math.min(...ends) * 1000)
  const days = Math.floor((first.getTime() - now.getTime()) / dayMs)
  const until = first.toISOString().slice(0, 10)
  return days >= soonDays
    ? { what: 'Tokens', ok: true, note: `good until ${until}; connect the Page again before that` }
    : { what: 'Tokens', ok: false, note: `They end on ${until}: connect the Page again. ${guide(7)}` }
}

async function pageCheck(
  { pagesOf, task }: Checking,
  person: string,
  pageId: string,
): Promise<AccountCheck[]> {
  const page = (await pagesOf(person)).find(({ id }) => id === pageId)
  if (!page)
    return [
      { what: 'Page', ok: false, note: `The person who connected it has lost Page ${pageId}. ${guide(6)}` },
    ]
  return page.tasks.includes(task)
    ? [{ what: 'Page', ok: true, note: `its tasks include ${task}` }]
    : [
        {
          what: 'Page',
          ok: false,
          note: `The person may not post on it: task ${task} is missing. ${guide(6)}`,
        },
      ]
}

/** Checks a connected Page with read-only calls. @param person their long-lived token */
export async function checkFacebook(
  given: Checking,
  held: Pick<HeldTokens, 'accessToken' | 'externalId'>,
  person: string,
  now: Date,
): Promise<AccountCheck[]> {
  const dead = `Connect the Page again. ${guide(7)}`
  const signIn = await lookAt('Sign-in', dead, async () => {
    const tokens = [await given.inspect(person), await given.inspect(held.accessToken)]
    if (!tokens.every(token => token.is_valid))
      throw new PublishError('reconnect', sentences.signInRefused({ platform: 'Facebook' }), {
        code: 'invalid',
      })
    return [
      { what: 'Sign-in', ok: true, note: 'Facebook takes it' },
      scopeCheck(given.scopes, tokens[0]?.scopes ?? [], `Connect the Page again. ${guide(3)}`),
      endCheck(tokens, now),
    ]
  })
  if (signIn.some(({ what, ok }) => what === 'Sign-in' && !ok)) return signIn
  return [
    ...signIn,
    ...(await lookAt('Page', guide(6), () => pageCheck(given, person, held.externalId))),
    {
      what: 'App review',
      ok: null,
      note: `No call of ours tells whether the app is reviewed and live. Before that only people with a role in it see its posts. ${guide(5)}`,
    },
  ]
}
