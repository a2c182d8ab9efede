import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import { lookAt, scopeCheck } from '../account-check.ts'
import type { AccountCheck, HeldTokens } from '../connector.ts'
import { call, jsonOf } from '../http.ts'
import { PublishError, silent } from '../publish-error.ts'
import { youtubeError } from './errors.ts'
import { reportScopes } from './reports.ts'

const guide = (step: number) => `See docs/guides/youtube.md, step ${step}.`

/** https://cloud.google.com/docs/authentication/token-types */
const tokenInfo = z.object({ aud: z.string(), scope: z.string().default('') })
/** https://developers.google.com/youtube/v3/docs/channels */
const mine = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({ title: z.string().default('') }).default({ title: '' }),
        status: z.object({ longUploadsStatus: z.string().optional() }).default({}),
      }),
    )
    .default([]),
})

interface Checking {
  apiUrl: string
  tokenUrl: string
  clientId: string
  scopes: readonly string[]
}

/** What views are paid by, and whether the income can be read; both are the channel's choice. */
function reportsCheck(granted: readonly string[]): AccountCheck {
  const [views = '', income = ''] = reportScopes
  if (granted.includes(income)) return { what: 'Reports', ok: true, note: 'engaged views and income' }
  const less = `The income isn't read. To allow it, connect the channel again. ${guide(3)}`
  return granted.includes(views)
    ? { what: 'Reports', ok: true, note: `Engaged views are paid. ${less}` }
    : { what: 'Reports', ok: true, note: `Public views are paid, which count every start. ${less}` }
}

/** The token's client and scopes. If Google refuses it, nothing else is checked. */
async function tokenCheck({ tokenUrl, clientId, scopes }: Checking, token: string): Promise<AccountCheck[]> {
  const url = new URL('tokeninfo', tokenUrl)
  url.searchParams.set('access_token', token)
  const answer = await silent(call(url.href, { method: 'GET' }))
  const info = tokenInfo.safeParse(jsonOf(answer))
  if (answer.status >= 500 || answer.status === 429) throw youtubeError(answer, new Date())
  if (answer.status !== 200 || !info.success)
    throw new PublishError('reconnect', sentences.googleSignIn, {
      code: String(answer.status),
    })
  const signIn: AccountCheck =
    info.data.aud === clientId
      ? { what: 'Sign-in', ok: true, note: 'Google takes it' }
      : { what: 'Sign-in', ok: false, note: `It belongs to another OAuth client. ${guide(4)}` }
  const granted = info.data.scope.split(' ')
  return [signIn, scopeCheck(scopes, granted, guide(7)), reportsCheck(granted)]
}

async function channelCheck(
  apiUrl: string,
  { accessToken, externalId }: HeldTokens,
): Promise<AccountCheck[]> {
  const answer = await silent(
    call(`${apiUrl}/youtube/v3/channels?part=snippet,status&mine=true`, {
      method: 'GET',
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  )
  const body = mine.safeParse(jsonOf(answer))
  if (answer.status !== 200 || !body.success) throw youtubeError(answer, new Date())
  const channel = body.data.items.find(({ id }) => id === externalId)
  if (!channel)
    return [
      {
        what: 'Channel',
        ok: false,
        note: `The Google account has no channel ${externalId} any more. Connect it again. ${guide(7)}`,
      },
    ]
  const long = channel.status.longUploadsStatus
  return [
    { what: 'Channel', ok: true, note: channel.snippet.title },
    { what: 'Quota', ok: true, note: 'The API answers; this look took 1 of 10,000 units of the day.' },
    long === undefined
      ? { what: 'Long videos', ok: null, note: 'YouTube does not say.' }
      : long === 'allowed'
        ? { what: 'Long videos', ok: true, note: 'over 15 minutes are allowed' }
        : {
            what: 'Long videos',
            ok: false,
            note: `Videos over 15 minutes are refused: verify the channel's phone number. ${guide(7)}`,
          },
  ]
}

/** Checks a connected channel with read-only calls. */
export async function checkYoutube(given: Checking, held: HeldTokens): Promise<AccountCheck[]> {
  const token = await lookAt('Sign-in', guide(7), () => tokenCheck(given, held.accessToken))
  if (token.some(({ what, ok }) => what === 'Sign-in' && !ok)) return token
  return [
    ...token,
    ...(await lookAt('Channel', guide(7), () => channelCheck(given.apiUrl, held))),
    {
      what: 'Audit',
      ok: null,
      note: `No call reveals whether YouTube audited the project. It needs the audit only for more quota. ${guide(5)}`,
    },
  ]
}
