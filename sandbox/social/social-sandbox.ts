import type { FastifyBaseLogger } from 'fastify'
import type { PlatformSandbox } from '#server/platforms/index.ts'
import type { Platform } from './platform.ts'

/** A platform's sandbox on its own loopback port. */
export interface SocialSandbox extends PlatformSandbox {
  platform: Platform
  /**
   * An authorization code as if every permission that is needed had been granted on the consent page.
   * @param accountId the chosen account; the first one by default
   * @param more permissions that are granted, too
   */
  consent(redirectUri: string, challenge: string | null, accountId?: string, more?: readonly string[]): string
  close(): Promise<void>
}

/** Starts a sandbox; its state is stored in the folder. */
export type StartSocial = (given: {
  folder: string
  log: FastifyBaseLogger
  port?: number
}) => Promise<SocialSandbox>
