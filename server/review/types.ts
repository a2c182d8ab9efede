import type { KnownTexts } from '#contract/platforms/limits.ts'
import type { VideoStatus } from '#contract/videos.ts'
import type { StoredText } from '#server/core/sentences.ts'

/** How to undo a decision: the video's previous columns, and what was added besides. */
export interface Undo {
  video?: Partial<{
    status: VideoStatus
    processing_error: StoredText | null
    thumbnail_at: number | null
    cover_picture: string | null
    hidden_at: string | null
    publish_texts: KnownTexts | null
    priced_score: null
    priced_version: null
    priced_at: null
  }>
  approval?: { runId: string; kind: ApprovalKind; index: number }
  rejection?: { runId: string; index: number }
  trim?: { runId: string; index: number; start: number; end: number }
  compilation?: { runId: string; index: number }
  /** ids of publications that were planned */
  posts?: string[]
  /** events that were notified */
  told?: { eventKey: string; mailKey: string }
}
export type ApprovalKind = 'highlight' | 'compilation'
