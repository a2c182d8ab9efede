/** The connected account that posts are made with. */
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import type { Answer } from './http.ts'

/** What a connected account may choose, and what staff chose for it. */
export interface ChannelSettings {
  defaultPrivacy?: string | undefined
  interactions?: PlatformMetadata['interactions']
  disclosure?: PlatformMetadata['disclosure']
  /** who confirmed these as the defaults for posts, and when (ISO 8601) */
  confirmedBy?: string | null | undefined
  confirmedAt?: string | undefined
  privacyOptions?: string[] | undefined
}

/** The connected account for a call. */
export interface Account {
  channelId: string
  externalId: string
  /**
   * @param refused a token that the platform refused; a new one is fetched. @throws PublishError reconnect
   */
  token(refused?: string): Promise<string>
  /**
   * Counts units against the application's day at the platform, before a call is made.
   * @param most how many units the day may have used after this call
   * @returns false when too few are left for it
   */
  takeUnits(units: number, most: number): Promise<boolean>
  settings: ChannelSettings
}

/**
 * Calls with an account's token, and again with a new one if the platform refuses it: the first call did nothing then.
 * @param refused whether an answer is that refusal
 */
export async function withToken<T extends Answer | null>(
  account: Account,
  call: (token: string) => Promise<T>,
  refused = (answer: Answer): boolean => answer.status === 401,
): Promise<T> {
  const token = await account.token()
  const answer = await call(token)
  return answer && refused(answer) ? call(await account.token(token)) : answer
}
