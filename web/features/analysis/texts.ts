import type { EvidenceSource } from '#contract/analysis.ts'
import type { ToastContent } from '../../lib/toast.ts'

export const texts = {
  title: 'AI Video Enhancement',
  dialogTitle: (title: string) => `AI Enhancement - ${title}`,
  tabs: { status: 'Status', highlights: 'Highlights', analysis: 'Analysis' },
  start: 'Start AI Analysis',
  refresh: 'Refresh',
  analysing: 'Analyzing video content...',
  analysingNote: 'This may take a few minutes depending on video length',
  failed: 'AI Processing Failed',
  statusFailed: 'The status could not be loaded',
  resultsFailed: 'The results could not be loaded',
  missing: 'N/A',
  apply: 'Apply AI-Enhanced Metadata',
  applied: 'The generated texts are in place.',
  undo: 'Undo',
  now: 'Now:',
  nowEmpty: 'Now: empty',
  unchanged: 'Already in place',
  noHighlights: 'No highlights detected yet',
  noScenes: 'No scene analysis available yet',
  toasts: {
    started: {
      title: 'AI Analysis Started',
      description: 'Your video is being analyzed for viral optimization.',
    } satisfies ToastContent,
    startFailed: 'Analysis Failed',
    startFailedOtherwise: 'Failed to start AI analysis',
    enhanced: {
      title: 'Metadata Enhanced',
      description: 'Video title, description, and tags have been optimized for better discoverability.',
    } satisfies ToastContent,
    undone: { title: 'Metadata Restored', description: 'Your own texts are back.' } satisfies ToastContent,
    undoFailed: 'Undo Failed',
    undoFailedOtherwise: 'Failed to restore your own texts. Please try again.',
    enhanceFailed: 'Enhancement Failed',
    enhanceFailedOtherwise: 'Failed to enhance metadata',
  },
  sources: {
    imu: 'Motion sensor',
    gps: 'GPS',
    picture: 'Picture',
    sound: 'Sound',
    camera: 'Camera tag',
  } satisfies Record<EvidenceSource, string>,
} as const
