import type { Notification } from '#contract/notifications.ts'
import type { Video, VideoStatus } from '#contract/videos.ts'
import type { Page } from './fixtures.ts'

/** A video as the server would return it, for states that take too long to reach here. */
export const sampleVideo = (index: number, part: Partial<Video> = {}): Video => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  userId: 'rider',
  title: `Ride ${index}`,
  replacedTitle: null,
  description: '',
  fileName: `GX${index}.MP4`,
  fileSize: 48 * 1024 * 1024,
  status: 'draft',
  category: 'utv',
  processingError: null,
  keptUntil: null,
  damage: null,
  duration: 194,
  width: 1920,
  height: 1080,
  createdAt: new Date(Date.UTC(2026, 9, 14, 12) - index * 3_600_000).toISOString(),
  publishedAt: null,
  views: 0,
  earnings: 0,
  aiEnhanced: false,
  cfStreamId: null,
  cfReadyToStream: false,
  cfProcessingStatus: 'ready',
  thumbnailUrl: null,
  aiProcessingStatus: 'completed',
  aiProcessingError: null,
  aiProcessingStarted: null,
  aiProcessingCompleted: null,
  aiViralPotentialScore: null,
  aiHighlights: '[]',
  aiThumbnailRecommendations: null,
  aiGeneratedTitle: null,
  aiGeneratedDescription: null,
  aiGeneratedTags: null,
  ...part,
})

const clip = (start: number, score: number, clipType: 'action' | 'scenic') => ({
  start,
  end: start + 9,
  score,
  clipType,
  description: clipType === 'action' ? 'Jump: 1.6 s of airtime' : 'Wide view over the ridge',
})
export const sampleClips = [
  clip(34, 0.82, 'action'),
  clip(70, 0.62, 'scenic'),
  clip(118, 0.95, 'action'),
  clip(160, 0.74, 'scenic'),
]

/** One video in every status, with the fields that belong to it. */
export const everyStatus = (part: Partial<Video> = {}): Video[] => {
  const analyzed: Partial<Video> = {
    aiEnhanced: true,
    aiProcessingStatus: 'completed',
    aiViralPotentialScore: 0.83,
    aiHighlights: JSON.stringify(sampleClips),
  }
  const states: [VideoStatus, Partial<Video>][] = [
    [
      'published',
      {
        ...analyzed,
        title: 'Dumont Dunes, morning run',
        views: 2310,
        earnings: 80.85,
        publishedAt: '2026-10-18T12:00:00.000Z',
        category: 'side-by-side',
      },
    ],
    ['approved', { ...analyzed, title: 'Mud pit with the Polaris', category: 'mud-bogging' }],
    ['draft', { ...analyzed, title: 'First climb of the season', description: 'Loose rock, second gear.' }],
    ['pending', { title: 'Night ride along the wash and back over the long ridge to the trailhead' }],
    ['processing', { duration: 0, cfProcessingStatus: 'inprogress', aiProcessingStatus: 'processing' }],
    ['uploading', { duration: 0, cfProcessingStatus: null, aiProcessingStatus: null, aiHighlights: null }],
    [
      'rejected',
      {
        ...analyzed,
        processingError: 'The picture shakes too much for a compilation.',
        title: 'Handlebar camera',
      },
    ],
    [
      'failed',
      {
        duration: 0,
        cfProcessingStatus: 'error',
        aiProcessingStatus: 'failed',
        aiProcessingError: 'The file could not be read to its end.',
        processingError: 'The end of the file is missing: the camera did not finish writing it.',
        keptUntil: '2099-01-02T15:00:00.000Z',
        title: 'GX018812',
      },
    ],
  ]
  return states.map(([status, more], index) => sampleVideo(index, { ...part, status, ...more }))
}

/** Answers requests for a person's videos with these. */
export async function serveVideos(page: Page, videos: readonly Video[]): Promise<void> {
  await page.route('**/api/videos/my', route => route.fulfill({ json: videos }))
  await page.route('**/api/videos/my-detailed', route => route.fulfill({ json: videos }))
}

const samples: [Notification['type'], string, string][] = [
  ['clip_selected', 'Your clip was selected', 'Jump: 1.6 s of airtime, from “Dumont Dunes, morning run”.'],
  ['video_published', 'Your video is live', '“Dumont Dunes, morning run” is on YouTube.'],
  ['earnings_milestone', 'You earned $100', 'Your videos have earned $100.00 so far.'],
  ['payout_processed', 'Your payout is on its way', '$80.85 for October 2026.'],
  ['video_rejected', 'A video was not selected', 'The picture shakes too much for a compilation.'],
  ['processing_failed', 'A video could not be processed', 'The end of the file is missing.'],
  ['personal_record', 'Your longest airtime: 1.3 s', 'Set with “Dumont Dunes, morning run”.'],
]
/** One notification of every type; the first three are unread. */
export const everyNotification = (): Notification[] =>
  samples.map(([type, title, message], index) => ({
    id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
    type,
    title,
    message,
    link: index % 2 === 0 ? '/' : null,
    isRead: index > 2,
    createdAt: new Date(Date.UTC(2026, 9, 18, 12) - index * 3_600_000).toISOString(),
  }))

export const serveNotifications = (page: Page, notifications: readonly Notification[]): Promise<unknown> =>
  page.route('**/api/notifications', route => route.fulfill({ json: notifications }))
