import type { Platform, Post } from '../social/platform.ts'

export interface Sent {
  title: string
  description: string
  tags: string[]
  privacyStatus: string
  publishAt?: string
  categoryId?: string
  defaultLanguage?: string
  embeddable?: boolean
  license?: string
  publicStatsViewable?: boolean
  selfDeclaredMadeForKids?: boolean
  containsSyntheticMedia?: boolean
}

/** The post's current privacy status. */
export function privacyOf(platform: Platform, post: Post): string {
  if (post.locked) return 'private'
  const { privacyStatus, publishAt } = post.metadata as Sent
  return publishAt && Date.parse(publishAt) <= platform.now() ? 'public' : privacyStatus
}

/** A post as videos.list returns it. */
export function videoResource(platform: Platform, post: Post) {
  const sent = post.metadata as Sent
  const { title, description, tags, publishAt } = sent
  const age = (platform.now() - post.createdAt) / 1000
  const processed = age >= platform.delays.processing
  const verdict = processed ? post.verdict : undefined
  const privacyStatus = privacyOf(platform, post)
  return {
    kind: 'youtube#video',
    id: post.id,
    snippet: {
      title,
      description,
      tags,
      categoryId: sent.categoryId ?? '22',
      ...(sent.defaultLanguage ? { defaultLanguage: sent.defaultLanguage } : {}),
      channelId: post.accountId,
      publishedAt: new Date(post.createdAt).toISOString(),
    },
    status: {
      uploadStatus: verdict?.status ?? (processed ? 'processed' : 'uploaded'),
      ...(verdict?.status === 'failed' ? { failureReason: verdict.reason } : {}),
      ...(verdict?.status === 'rejected' ? { rejectionReason: verdict.reason } : {}),
      privacyStatus,
      ...(publishAt && privacyStatus === 'private' ? { publishAt } : {}),
      embeddable: sent.embeddable ?? true,
      license: sent.license ?? 'youtube',
      publicStatsViewable: sent.publicStatsViewable ?? true,
      selfDeclaredMadeForKids: sent.selfDeclaredMadeForKids ?? false,
      containsSyntheticMedia: sent.containsSyntheticMedia ?? false,
    },
    ...(post.blockedIn ? { contentDetails: { regionRestriction: { blocked: post.blockedIn } } } : {}),
    processingDetails: {
      processingStatus: verdict?.status === 'failed' ? 'failed' : processed ? 'succeeded' : 'processing',
    },
  }
}

/** Counters are strings, as in Google's answers. */
export function statisticsOf(platform: Platform, post: Post) {
  const c = platform.sentOf(post)
  const text = (count: unknown) => (typeof count === 'number' ? String(count) : count)
  return { viewCount: text(c.views), likeCount: text(c.likes), commentCount: text(c.comments) }
}
