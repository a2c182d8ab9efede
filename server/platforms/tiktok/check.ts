import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import { lookAt, scopeCheck } from '../account-check.ts'
import type { AccountCheck, HeldTokens } from '../connector.ts'
import { call, jsonOf } from '../http.ts'
import { PublishError, silent } from '../publish-error.ts'
import { dataOf } from './errors.ts'

const guide = (step: number) => `See docs/guides/tiktok.md, step ${step}.`

const user = z.object({ user: z.object({ open_id: z.string(), display_name: z.string().default('') }) })
const creator = z.object({
  privacy_level_options: z.array(z.string()).default([]),
  max_video_post_duration_sec: z.number().optional(),
})
const envelope = z.object({ error: z.object({ code: z.string() }) })
const everybody = 'PUBLIC_TO_EVERYONE'

/** The three read-only calls; each needs one permission, which reveals a missing one. */
const looks = [
  { scope: 'user.info.basic', method: 'GET', path: '/v2/user/info/?fields=open_id,display_name' },
  { scope: 'video.publish', method: 'POST', path: '/v2/post/publish/creator_info/query/', body: '{}' },
  { scope: 'video.list', method: 'POST', path: '/v2/video/list/?fields=id', body: '{"max_count":1}' },
] as const

function privacyCheck({ privacy_level_options: options }: z.infer<typeof creator>): AccountCheck {
  if (options.includes(everybody)) return { what: 'Who may see posts', ok: true, note: options.join(', ') }
  if (options.length === 0)
    return { what: 'Who may see posts', ok: false, note: `TikTok offers no choice at all. ${guide(9)}` }
  return {
    what: 'Who may see posts',
    ok: null,
    note: `The account is private (${options.join(', ')}): nobody else sees its posts. ${guide(5)}`,
  }
}

/** Checks a connected account with read-only calls. */
export async function checkTiktok(apiUrl: string, held: HeldTokens): Promise<AccountCheck[]> {
  const headers = {
    authorization: `Bearer ${held.accessToken}`,
    'content-type': 'application/json; charset=UTF-8',
  }
  return lookAt('Sign-in', `Connect it again. ${guide(9)}`, async () => {
    const granted: string[] = []
    const checks: AccountCheck[] = []
    for (const { scope, method, path, ...rest } of looks) {
      const answer = await silent(call(`${apiUrl}${path}`, { method, headers, ...rest }))
      const named = envelope.safeParse(jsonOf(answer))
      if (named.success && named.data.error.code === 'scope_not_authorized') continue
      const now = new Date()
      if (scope === 'user.info.basic') {
        const { open_id: id, display_name: name } = dataOf(answer, user, now).user
        checks.push(
          id === held.externalId
            ? { what: 'Account', ok: true, note: name }
            : { what: 'Account', ok: false, note: `TikTok says that it is another account. ${guide(9)}` },
        )
      } else if (scope === 'video.publish') checks.push(privacyCheck(dataOf(answer, creator, now)))
      else dataOf(answer, z.unknown(), now)
      granted.push(scope)
    }
    if (granted.length === 0)
      throw new PublishError('reconnect', sentences.permissionsGone({ platform: 'TikTok' }), {
        code: 'no_scopes',
      })
    return [
      { what: 'Sign-in', ok: true, note: 'TikTok takes it' },
      scopeCheck(
        looks.map(({ scope }) => scope),
        granted,
        `Connect the account again. ${guide(3)}`,
      ),
      ...checks,
      {
        what: 'Audit',
        ok: null,
        note: `No call tells whether TikTok audited the app. Before that it posts as SELF_ONLY, to private accounts only. ${guide(5)}`,
      },
    ]
  })
}
