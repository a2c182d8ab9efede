import type { Platform } from './shapes.ts'

const dayMs = 86_400_000

/** Counts each account's uploads in any 24 hours. @returns whether an account has used up its uploads */
export function dailyUploadsOf(platform: Platform): (accountId: string) => boolean {
  const opened = new Map<string, number[]>()
  return accountId => {
    const most = platform.switches.dailyUploads
    const recent = (opened.get(accountId) ?? []).filter(at => at > platform.now() - dayMs)
    const usedUp = most !== null && recent.length >= most
    opened.set(accountId, usedUp ? recent : [...recent, platform.now()])
    return usedUp
  }
}
