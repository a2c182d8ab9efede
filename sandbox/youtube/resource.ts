import type { Platform, Post } from '../social/platform.ts'

interface Sent {
  title: string
  description: string
  tags: string[]
  privacyStatus: string
  publishAt?: string
}

/** Whether everybody can see it by now. */
export function privacyOf(platform: Platform, post: Post): string {
  if (post.locked) return 'private'
  const { privacyStatus, publishAt } = post.metadata as Sent
  return publishAt && Date.parse(publishAt) <= platform.now() ? 'public' : privacyStatus
}

/** A post as videos.list gives it. */
export function videoResource(platform: Platform, post: Post) {
  const { title, description, tags, publishAt } = post.metadata as Sent
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
      channelId: post.accountId,
      publishedAt: new Date(post.createdAt).toISOString(),
    },
    status: {
      uploadStatus: verdict?.status ?? (processed ? 'processed' : 'uploaded'),
      ...(verdict?.status === 'failed' ? { failureReason: verdict.reason } : {}),
      ...(verdict?.status === 'rejected' ? { rejectionReason: verdict.reason } : {}),
      privacyStatus,
      ...(publishAt && privacyStatus === 'private' ? { publishAt } : {}),
      selfDeclaredMadeForKids: false,
    },
    processingDetails: {
      processingStatus: verdict?.status === 'failed' ? 'failed' : processed ? 'succeeded' : 'processing',
    },
  }
}

/** Counters are texts, as in Google's answers. */
export function statisticsOf(platform: Platform, post: Post) {
  const c = platform.sentOf(post)
  const text = (count: unknown) => (typeof count === 'number' ? String(count) : count)
  return { viewCount: text(c.views), likeCount: text(c.likes), commentCount: text(c.comments) }
}
