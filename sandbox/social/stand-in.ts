import type { FastifyBaseLogger } from 'fastify'
import type { StandIn } from '#server/platforms/index.ts'
import type { Platform } from './platform.ts'

/** A platform's stand-in that runs on a loopback port of its own. */
export interface SocialSandbox extends StandIn {
  platform: Platform
  /**
   * An authorization code as if somebody had allowed everything on the consent page.
   * @param accountId which account they chose; the first one unless given
   */
  consent(redirectUri: string, challenge: string | null, accountId?: string): string
  close(): Promise<void>
}

/** Starts one; what it keeps is in the folder. */
export type StartSocial = (given: {
  folder: string
  log: FastifyBaseLogger
  port?: number
}) => Promise<SocialSandbox>
