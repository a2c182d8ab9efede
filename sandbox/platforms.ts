import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type ChannelKind, channelKinds } from '#contract/publishing/constants.ts'
import type { PlatformConfig } from '#server/core/settings/platform-settings.ts'
import { startFacebook } from './facebook/index.ts'
import type { SocialSandbox, StartSocial } from './social/social-sandbox.ts'
import { startTiktok } from './tiktok/index.ts'
import { startYoutube } from './youtube/index.ts'

/** The sandbox of each platform, by kind of channel. */
export const startSocial: Record<ChannelKind, StartSocial> = {
  youtube: startYoutube,
  tiktok: startTiktok,
  facebook: startFacebook,
}

export type SocialSandboxes = Partial<Record<ChannelKind, SocialSandbox>>

/** Starts a sandbox for every platform that has no application in the settings. */
export async function startPlatforms(
  config: PlatformConfig,
  { folder, log }: { folder: string; log: FastifyBaseLogger },
): Promise<SocialSandboxes> {
  const running: SocialSandboxes = {}
  try {
    for (const kind of channelKinds)
      if (!config[kind].credentials)
        running[kind] = await startSocial[kind]({ folder: path.join(folder, kind), log })
  } catch (error) {
    await closePlatforms(running)
    throw error
  }
  return running
}

export async function closePlatforms(running: SocialSandboxes): Promise<void> {
  await Promise.all(Object.values(running).map(one => one.close()))
}
