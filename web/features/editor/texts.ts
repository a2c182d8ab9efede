import type { ToastContent } from '../../lib/toast.ts'

const soon = (tool: string): ToastContent => ({ title: 'Coming soon', description: tool })

export const texts = {
  title: (title: string) => `Edit - ${title}`,
  restricted: {
    title: 'Access Restricted',
    text: 'Video editing is only available to administrators. As a creator, you can upload videos and view their status.',
  },
  label: 'Video editor',
  tabs: { preview: 'Preview', ai: 'AI Enhancement', tools: 'Editing Tools', publishing: 'Publishing' },
  notPlayable: 'Not playable yet',
  start: 'Start AI Enhancement',
  retry: 'Retry AI Enhancement',
  running: 'Analyzing video content...',
  highlights: 'Highlights',
  noHighlights: 'No highlights detected yet',
  suggestedTitle: 'Suggested title',
  suggestedDescription: 'Suggested description',
  none: 'None yet',
  tools: [
    ['Clip editor', soon('The clip editor is not there yet.')],
    ['Audio tools', soon('The audio tools are not there yet.')],
    ['Visual editor', soon('The visual editor is not there yet.')],
  ] as [string, ToastContent][],
  notes: 'Editing notes',
  save: 'Save',
  platforms: ['YouTube', 'YouTube Short', 'TikTok'],
  notPublished: 'Not Published',
} as const
