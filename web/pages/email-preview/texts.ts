import type { MailTemplate } from '#contract/mail.ts'

export type Shown = Extract<
  MailTemplate,
  'upload_received' | 'ai_completed' | 'milestone_reached' | 'weekly_digest'
>

export const texts = {
  title: 'Email Preview',
  explain: 'Made by the code that makes the real mails, of example facts.',
  template: 'Template',
  names: {
    upload_received: 'Upload received',
    ai_completed: 'Analysis completed',
    milestone_reached: 'Milestone reached',
    weekly_digest: 'Weekly digest',
  } satisfies Record<Shown, string>,
  subject: 'Subject',
  heading: 'Title',
  frame: (subject: string) => `Mail: ${subject}`,
  parts: 'Part of the mail',
  part: { html: 'HTML', text: 'Text' },
  failed: 'The template could not be loaded',
  loading: 'Loading the mail',
  notesTitle: 'Sending',
  notes: [
    'Demo notifications endpoint: /api/demo/notifications.',
    'An e-mail provider API key is required to send to real addresses.',
  ],
} as const
